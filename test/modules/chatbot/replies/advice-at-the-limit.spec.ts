import { randomUUID } from 'node:crypto';
import { TriageService } from '../../../../src/modules/triage';
import { inEmergency } from '../../../../src/modules/chatbot/refusals';
import { LiveReply } from '../../../../src/modules/chatbot/replies/live-reply';
import { ReplyWritingService } from '../../../../src/modules/chatbot/sending/reply-writing.service';
import { LOCALES } from '../../../../src/shared/locale';
import { KeyedCaller } from '../../../platform/idempotency/keyed-caller';
import { type RawResponse } from '../../../support/raw-request';
import { completes, staysSilent } from '../../../support/model-server';
import { errorBody } from '../../../support/plain-caller';
import { RepliesScenario } from './replies-scenario';

const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];
const ORDINARY = { message: 'I cough' };
const EMERGENCY = { message: 'my chest hurts badly and I cannot breathe' };
const PREGNANT = { message: 'I am 8 months pregnant' };
/** Danger for somebody who is pregnant, and none by itself. */
const BLEEDING = { message: 'I am bleeding' };
/** So many messages over the limit are read in a minute. */
const READ = 20;

/** What a caller was answered, and how much of it matters here. */
function told({ status, text }: RawResponse): { status: number; isUrgent: boolean } {
  return { status, isUrgent: text.includes('"urgency":"emergency"') };
}

const ADVISED = { status: 200, isUrgent: true };

function refusal(reply: RawResponse): string {
  expect(reply.status).toBe(429);
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return errorBody.parse(JSON.parse(reply.text)).error.json.message;
}

function conversationOf({ text }: RawResponse): string {
  const id = /"conversationId":"([^"]+)"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`no conversation: ${text}`);
  return id;
}

describe('who writes more than the limit allows', () => {
  let scenario: RepliesScenario;
  let networks = 0;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      CHATBOT_ANONYMOUS_PER_MINUTE: '1',
      CHATBOT_ACCOUNT_CONCURRENCY: '1',
      CHATBOT_DEADLINE_MS: '6000',
      OPENAI_MAX_RETRIES: '0',
      TRUST_PROXY: '1',
    });
  });

  beforeEach(() => {
    scenario.model.behave(completes('Rest.'));
  });

  afterAll(() => scenario.close());

  type Send = (procedure: string, input: object, headers?: Record<string, string>) => Promise<RawResponse>;

  /** A stranger in a network of their own. */
  function stranger(): Send {
    networks += 1;
    const address = `192.0.2.${networks}`;
    const caller = new KeyedCaller(scenario.origin);
    return (procedure, input, headers) =>
      caller.sendBody(procedure, JSON.stringify({ json: input }), {
        'x-forwarded-for': address,
        ...headers,
      });
  }

  async function account(): Promise<Send> {
    const caller = new KeyedCaller(scenario.origin, await scenario.platform.session({ role: 'user' }));
    return (procedure, input, headers) =>
      caller.sendBody(procedure, JSON.stringify({ json: input }), { ...headers });
  }

  /** Somebody over the limit, in a conversation of theirs that begins with a message. */
  async function overLimit(
    who: 'stranger' | 'account',
    input: object = ORDINARY,
  ): Promise<{ send: Send; conversationId: string }> {
    const send = who === 'stranger' ? stranger() : await account();
    const conversationId = conversationOf(await send('chatbot.sendMessage', input));
    if (who === 'account') {
      scenario.model.behave(staysSilent);
      expect((await send('chatbot.startReply', ORDINARY)).status).toBe(200);
    }
    await until(() => who === 'stranger' || scenario.model.requests.length > 0);
    return { send, conversationId };
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async function messages(): Promise<number> {
    const [row] = await scenario.platform.database.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM message WHERE role = 'user'`,
    );
    return row?.n ?? -1;
  }

  describe.each(PROCEDURES)('by %s', (procedure) => {
    it.each(['stranger', 'account'] as const)(
      'and is in danger is told what to do, some times a minute, and then by the refusal: %s',
      async (who) => {
        const { send } = await overLimit(who);
        const [before, asked] = [await messages(), scenario.model.requests.length];
        for (let sent = 0; sent < READ; sent += 1)
          expect(told(await send(procedure, EMERGENCY))).toEqual(ADVISED);
        const refused = await Promise.all([1, 2, 3].map(() => send(procedure, EMERGENCY)));
        for (const reply of refused)
          expect(refusal(reply)).toMatch(new RegExp(`^${inEmergency('en')} Too many `));
        expect(await messages()).toBe(before + READ);
        expect(scenario.model.requests).toHaveLength(asked);
      },
      20_000,
    );

    it.each(['stranger', 'account'] as const)(
      'is told what to do where the conversation says that it is danger: %s',
      async (who) => {
        const { send, conversationId } = await overLimit(who, PREGNANT);
        expect(refusal(await send(procedure, BLEEDING))).toMatch(/^Too many /);
        expect(told(await send(procedure, { ...BLEEDING, conversationId }))).toEqual(ADVISED);
      },
      20_000,
    );

    it('is not told by the conversation of somebody else', async () => {
      const owner = await account();
      const conversationId = conversationOf(await owner('chatbot.sendMessage', PREGNANT));
      const { send } = await overLimit('stranger');
      expect(refusal(await send(procedure, { ...BLEEDING, conversationId }))).toMatch(/^Too many /);
      for (const other of ['', 'conversation-1', randomUUID()]) {
        expect(refusal(await send(procedure, { ...BLEEDING, conversationId: other }))).toMatch(/^Too many /);
      }
    });

    it('is refused where the conversation says that it is no danger, and no model is asked', async () => {
      const message = 'whatever I put in her mouth she brings it up, she’s 8 was it dangerous back then?';
      const { send, conversationId } = await overLimit('stranger', { message: 'my baby is two weeks old' });
      const asked = scenario.model.requests.length;
      for (let sent = 0; sent < 5; sent += 1) {
        const reply = await send(procedure, { message, conversationId });
        expect([ADVISED, { status: 429, isUrgent: false }]).toContainEqual(told(reply));
      }
      expect(scenario.model.requests).toHaveLength(asked);
    });
  });

  it('is read some times a minute, whatever is written, and no more', async () => {
    const { send } = await overLimit('stranger');
    for (let sent = 0; sent < READ; sent += 1) {
      expect(refusal(await send('chatbot.sendMessage', ORDINARY))).toMatch(/^Too many /);
    }
    for (const input of [EMERGENCY, ORDINARY]) {
      const refused = refusal(await send('chatbot.sendMessage', input));
      // What is left of the minute depends on how long the messages before took.
      expect(refused.replace(/in [1-6]?\d seconds/, 'in 60 seconds')).toBe(
        `${inEmergency('en')} Too many messages without a session; try again in 60 seconds, or sign in`,
      );
    }
    expect(told(await stranger()('chatbot.sendMessage', EMERGENCY))).toEqual(ADVISED);
  });

  it('is told in the language asked for, or else in that of the message', async () => {
    const { send } = await overLimit('stranger');
    for (let sent = 0; sent < READ; sent += 1) await send('chatbot.sendMessage', ORDINARY);
    for (const language of LOCALES) {
      const reply = await send('chatbot.sendMessage', ORDINARY, { 'accept-language': language });
      expect(refusal(reply)).toContain(`${inEmergency(language)} Too many `);
    }
    const french = await send('chatbot.sendMessage', {
      message: 'J’ai très mal à la poitrine depuis ce matin',
    });
    expect(refusal(french)).toContain(inEmergency('fr'));
  });

  it('is told what to do where nothing can be kept either', async () => {
    const { send } = await overLimit('stranger');
    const { database } = scenario.platform;
    await database.query('ALTER TABLE message ADD CONSTRAINT nothing_is_kept CHECK (false) NOT VALID');
    try {
      for (const procedure of PROCEDURES) expect(told(await send(procedure, EMERGENCY))).toEqual(ADVISED);
      expect(refusal(await send('chatbot.sendMessage', ORDINARY))).toMatch(/^Too many /);
    } finally {
      await database.query('ALTER TABLE message DROP CONSTRAINT nothing_is_kept');
    }
  });

  it('is not in the log with what was written', async () => {
    const { send } = await overLimit('stranger');
    await send('chatbot.sendMessage', EMERGENCY);
    expect(scenario.platform.logLines.join('\n')).not.toContain('my chest hurts');
  });

  it('is answered with advice alone wherever there is no place, though the message says nothing of danger', async () => {
    const reply = {
      conversationId: randomUUID(),
      messageId: randomUUID(),
      position: '1',
      isFirst: true,
    };
    const sender = { accountId: null, address: '127.0.0.1', country: undefined, languages: [] };
    const question = { ...ORDINARY, conversationId: null, sender, country: undefined, isWhole: true };
    const asked = scenario.model.requests.length;
    const triage = scenario.platform.app.get(TriageService, { strict: false });
    const emergency = await triage.assess(EMERGENCY.message, { earlier: [], country: undefined });
    expect(emergency?.advice).toBeDefined();
    const triaged = Promise.resolve({
      turns: [],
      emergency,
      urgency: 'emergency',
      isAfterEmergency: false,
      language: 'en',
    } as const);
    const live = new LiveReply();
    const writing = scenario.platform.app.get(ReplyWritingService);
    await writing.write(reply, { question, triaged, isAdviceOnly: true }, live);
    expect(live.text).toBe(emergency?.advice);
    expect(scenario.model.requests).toHaveLength(asked);
  });
});
