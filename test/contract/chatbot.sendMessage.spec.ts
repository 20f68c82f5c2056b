import { z } from 'zod';
import { URGENCIES } from '../../src/shared/urgency';
import { ROLES } from '../../src/platform/access/role';
import { LOCALES } from '../../src/shared/locale';
import { PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { NO_CONVERSATION } from './failures';
import { ListeningSuite } from '../support/listening-suite';

const EMERGENCY = 'I have crushing chest pain and I cannot breathe';

const replySchema = z.strictObject({
  response: z.string().min(1),
  conversationId: z.uuidv4(),
  messageId: z.uuidv4(),
  urgency: z.enum(URGENCIES),
  source: z.literal('offline'),
  language: z.enum(LOCALES),
});

describe('chatbot.sendMessage', () => {
  const here = new ListeningSuite({ CHATBOT_ANONYMOUS_PER_MINUTE: '100000' });

  async function send(caller: PlainCaller, input: unknown): Promise<z.output<typeof replySchema>> {
    return replySchema.parse(payload(await caller.post('chatbot.sendMessage', input)));
  }

  function findMessages(conversationId: string): Promise<object[]> {
    return here.database.query(
      'SELECT role, content FROM message WHERE conversation_id = $1 ORDER BY position',
      [conversationId],
    );
  }

  it.each([
    ['absent', {}],
    ['null', { conversationId: null }],
  ])('starts a conversation if conversationId is %s', async (_case, rest) => {
    const first = await send(here.anyone, { message: 'I have a skin rash', ...rest });
    const second = await send(here.anyone, { message: 'I have a skin rash', ...rest });
    expect(first.response).toContain('Dermatology');
    expect(second.conversationId).not.toBe(first.conversationId);
    expect(second.messageId).not.toBe(first.messageId);
  });

  it('stores the trimmed message and the reply, in order', async () => {
    const first = await send(here.anyone, { message: '  I have a skin rash \n' });
    const second = await send(here.anyone, { message: 'And a fever', conversationId: first.conversationId });
    expect(second.conversationId).toBe(first.conversationId);
    expect(await findMessages(first.conversationId)).toEqual([
      { role: 'user', content: 'I have a skin rash' },
      { role: 'assistant', content: first.response },
      { role: 'user', content: 'And a fever' },
      { role: 'assistant', content: second.response },
    ]);
  });

  it('returns the id of the stored reply', async () => {
    const { messageId, response } = await send(here.anyone, { message: 'My tooth hurts' });
    const rows: unknown = await here.database.query(
      'SELECT role, content, state, writing_until FROM message WHERE id = $1',
      [messageId],
    );
    expect(rows).toEqual([{ role: 'assistant', content: response, state: 'completed', writing_until: null }]);
  });

  it('replies in the language of the message', async () => {
    const { response } = await send(here.anyone, { message: 'J’ai mal aux dents depuis hier, que faire ?' });
    expect(response).toMatch(/dentaire|dentiste/i);
  });

  it.each(ROLES)('replies to a %s, in a conversation that only this account can use', async (role) => {
    const owner = await here.as(role);
    const { conversationId } = await send(owner, { message: 'I cough' });
    await send(owner, { message: 'Still coughing', conversationId });
    const other = await here.as(role);
    const others = [here.anyone, other, await here.as('admin')];
    for (const caller of others) {
      const response = await caller.post('chatbot.sendMessage', { message: 'Let me in', conversationId });
      expect(failure(response)).toStrictEqual(NO_CONVERSATION);
    }
    expect(await findMessages(conversationId)).toHaveLength(4);
  });

  it('continues an anonymous conversation for every caller with its id, until an account has continued it', async () => {
    const { conversationId } = await send(here.anyone, { message: 'I cough' });
    await send(here.anyone, { message: 'And sneezing', conversationId });
    const account = await here.as('user');
    await send(account, { message: 'Still coughing', conversationId });
    for (const caller of [here.anyone, await here.as('user')]) {
      const response = await caller.post('chatbot.sendMessage', { message: 'Let me in', conversationId });
      expect(failure(response)).toStrictEqual(NO_CONVERSATION);
    }
    expect(await findMessages(conversationId)).toHaveLength(6);
  });

  it.each([
    ['that does not exist', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21'],
    ['that is no UUID', 'conversation-1'],
    ['that is empty', ''],
    ['that is the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['with a NUL character', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e2\0'],
    ['with a line break after it', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21\n'],
    ['with a lone surrogate', '\ud800'],
  ])('returns 404 for a conversation id %s', async (_case, conversationId) => {
    const response = await here.anyone.post('chatbot.sendMessage', { message: 'Hello', conversationId });
    expect(failure(response)).toStrictEqual(NO_CONVERSATION);
  });

  it.each([
    ['one character', 'a'],
    ['4,000 characters', 'a'.repeat(4_000)],
    ['4,000 characters between spaces', ` ${'a'.repeat(4_000)} `],
    ['Arabic', 'عندي صداع'],
    ['characters beyond the first 65,536', '🤒🤧'],
  ])('accepts a message of %s', async (_case, message) => {
    const { conversationId } = await send(here.anyone, { message });
    expect(await findMessages(conversationId)).toContainEqual({ role: 'user', content: message.trim() });
  });

  it.each([
    ['is missing', undefined, 'message: required, expected string'],
    ['is null', null, 'message: expected string, received null'],
    ['is a number', 7, 'message: expected string, received number'],
    ['is empty', '', 'message: must not be empty'],
    ['is only white space', ' \n\t ', 'message: must not be empty'],
    ['has 4,001 characters', 'a'.repeat(4_001), 'message: expected at most 4000 characters'],
    ['has a NUL character', 'a\0b', 'message: must not contain NUL characters'],
    ['has a lone surrogate', 'a\ud800b', 'message: must be well-formed Unicode (it has a lone surrogate)'],
  ])('returns 400 if the message %s', async (_case, message, problem) => {
    const response = await here.anyone.post('chatbot.sendMessage', { message });
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });

  it('returns 400 with all problems at once', async () => {
    const response = await here.anyone.post('chatbot.sendMessage', { message: '', conversationId: 7 });
    expect(failure(response)).toStrictEqual(
      badRequest('message: must not be empty; conversationId: expected string, received number'),
    );
  });

  // No portal answers in this suite.
  it.each([
    [{ cookie: 'session=ended' }, 401],
    [{ authorization: 'Bearer opaque' }, 503],
  ])(
    'gives advice in an emergency although the caller of %j is not known, and else refuses the call',
    async (headers, status) => {
      const post = (message: string) => here.anyone.post('chatbot.sendMessage', { message }, { ...headers });
      expect((await post('I cough')).status).toBe(status);
      const advised = await post(EMERGENCY);
      const reply = replySchema.parse(payload(advised));
      expect(reply.urgency).toBe('emergency');
      expect(await findMessages(reply.conversationId)).toEqual([]);
      expect(advised.headers['www-authenticate'] ?? advised.headers['retry-after']).toBeUndefined();
    },
  );

  it.each([
    [{ cookie: 'session=ended' }, 401],
    [{ authorization: 'Bearer !' }, 401],
    [{ authorization: 'Bearer opaque' }, 503],
  ])(
    'streams advice in an emergency to a caller of %j that is not known, and no other reply',
    async (headers, status) => {
      const begin = async (message: string, refused: object = {}) =>
        z
          .looseObject({ messageId: z.string() })
          .parse(payload(await here.anyone.post('chatbot.startReply', { message }, { ...refused })));
      const stream = ({ messageId }: { messageId: string }) =>
        here.anyone.post('chatbot.reply', { messageId }, { ...headers });
      const advised = await stream(await begin(EMERGENCY, headers));
      expect(advised.status).toBe(200);
      expect(advised.text).toContain('"urgency":"emergency"');
      expect(advised.headers['www-authenticate'] ?? advised.headers['retry-after']).toBeUndefined();
      expect((await stream(await begin('I cough'))).status).toBe(status);
    },
  );

  it('returns 404 with the advice if an emergency is sent to a conversation that does not exist', async () => {
    const sent = { message: EMERGENCY, conversationId: '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21' };
    const { response } = await send(here.anyone, { message: EMERGENCY });
    for (const procedure of ['chatbot.sendMessage', 'chatbot.startReply']) {
      const { message, ...refused } = failure(await here.anyone.post(procedure, sent));
      const [reason, ...advice] = message.split('\n\n');
      expect({ ...refused, message: reason }).toStrictEqual(NO_CONVERSATION);
      expect(advice.join('\n\n')).toContain('nearest hospital');
      expect(response.startsWith(advice.join('\n\n'))).toBe(true);
    }
  });

  it('returns 405 for GET', async () => {
    const response = await here.anyone.get('chatbot.sendMessage', { message: 'Hello' });
    expect(failure(response)).toMatchObject({ status: 405, code: 'METHOD_NOT_SUPPORTED' });
  });
});
