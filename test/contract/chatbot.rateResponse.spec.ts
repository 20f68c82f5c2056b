import { z } from 'zod';
import { ROLES } from '../../src/access/role';
import { type Platform, startPlatform } from '../support/platform';
import { LOGIN_REQUIRED, PlainCaller, badRequest, failure, payload } from '../support/plain-caller';

const answer = z.object({ conversationId: z.string(), messageId: z.string() });
const NO_REPLY = { status: 404, code: 'NOT_FOUND', message: 'messageId: no such reply' } as const;

describe('chatbot.rateResponse', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform({ CHATBOT_ANONYMOUS_PER_MINUTE: '100000' });
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  async function replyTo(caller: PlainCaller): Promise<z.output<typeof answer>> {
    return answer.parse(payload(await caller.post('chatbot.sendMessage', { message: 'I cough' })));
  }

  async function ratingOf(messageId: string): Promise<unknown> {
    const rows = await platform.database.query<{ rating: unknown }[]>(
      'SELECT rating FROM message WHERE id = $1',
      [messageId],
    );
    return rows[0]?.rating;
  }

  it.each([true, false])('keeps a rating of %s by anyone and answers it', async (rating) => {
    const { messageId } = await replyTo(anyone);
    const response = await anyone.post('chatbot.rateResponse', { messageId, rating });
    expect(payload(response)).toStrictEqual({ success: true, data: { messageId, rating } });
    expect(await ratingOf(messageId)).toBe(rating);
  });

  it('replaces the rating when it is given again', async () => {
    const { messageId } = await replyTo(anyone);
    for (const rating of [true, false, false, true]) {
      payload(await anyone.post('chatbot.rateResponse', { messageId, rating }));
      expect(await ratingOf(messageId)).toBe(rating);
    }
  });

  it('rates one reply, not the others of the conversation', async () => {
    const first = await replyTo(anyone);
    const { conversationId } = first;
    const second = answer.parse(
      payload(await anyone.post('chatbot.sendMessage', { message: 'Still', conversationId })),
    );
    payload(await anyone.post('chatbot.rateResponse', { messageId: second.messageId, rating: true }));
    expect(await ratingOf(first.messageId)).toBeNull();
    expect(await ratingOf(second.messageId)).toBe(true);
  });

  it.each(ROLES)('lets a %s rate a reply of their own', async (role) => {
    const caller = anyone.as(await platform.session({ role }));
    const { messageId } = await replyTo(caller);
    payload(await caller.post('chatbot.rateResponse', { messageId, rating: true }));
    expect(await ratingOf(messageId)).toBe(true);
  });

  it.each([...ROLES, 'anonymous'] as const)(
    'does not let a user rate somebody else’s message: %s',
    async (who) => {
      const owner = anyone.as(await platform.session({ role: 'user' }));
      const { messageId } = await replyTo(owner);
      const intruder = who === 'anonymous' ? anyone : anyone.as(await platform.session({ role: who }));
      const response = await intruder.post('chatbot.rateResponse', { messageId, rating: false });
      expect(failure(response)).toStrictEqual(NO_REPLY);
      expect(await ratingOf(messageId)).toBeNull();
    },
  );

  it('does not let anyone rate a person’s own message', async () => {
    const { conversationId } = await replyTo(anyone);
    const [own] = await platform.database.query<[{ id: string }]>(
      `SELECT id FROM message WHERE conversation_id = $1 AND role = 'user'`,
      [conversationId],
    );
    const response = await anyone.post('chatbot.rateResponse', { messageId: own.id, rating: true });
    expect(failure(response)).toStrictEqual(NO_REPLY);
  });

  it.each([
    ['that does not exist', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21'],
    ['that is no UUID', 'message-1'],
    ['that is empty', ''],
    ['with a NUL character', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e2\0'],
    ['with a line break after it', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21\n'],
    ['with a lone surrogate', '\udc00'],
    ['of 100,000 characters', 'a'.repeat(100_000)],
  ])('finds no message %s', async (_case, messageId) => {
    const response = await anyone.post('chatbot.rateResponse', { messageId, rating: true });
    expect(failure(response)).toStrictEqual(NO_REPLY);
  });

  it('takes the identifier in capitals too', async () => {
    const { messageId } = await replyTo(anyone);
    payload(await anyone.post('chatbot.rateResponse', { messageId: messageId.toUpperCase(), rating: true }));
    expect(await ratingOf(messageId)).toBe(true);
  });

  it.each([
    [{}, 'messageId: required, expected string; rating: required, expected boolean'],
    [{ messageId: 7, rating: true }, 'messageId: expected string, received number'],
    [{ messageId: 'm' }, 'rating: required, expected boolean'],
    [{ messageId: 'm', rating: 'true' }, 'rating: expected boolean, received string'],
    [{ messageId: 'm', rating: 1 }, 'rating: expected boolean, received number'],
    [{ messageId: 'm', rating: null }, 'rating: expected boolean, received null'],
  ])('says what is wrong with %j', async (input, problem) => {
    expect(failure(await anyone.post('chatbot.rateResponse', input))).toStrictEqual(badRequest(problem));
  });

  it('refuses a session that is not valid rather than take its holder for a stranger', async () => {
    const { messageId } = await replyTo(anyone);
    const caller = anyone.as(`session=${'A'.repeat(43)}`);
    const response = await caller.post('chatbot.rateResponse', { messageId, rating: true });
    expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
  });
});
