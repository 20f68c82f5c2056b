import { randomUUID } from 'node:crypto';
import { TriageService } from '../../../../src/modules/triage';
import { inEmergency } from '../../../../src/modules/chatbot/refusal-texts';
import { LiveReply } from '../../../../src/modules/chatbot/replies/live-reply';
import { ComposedReply } from '../../../../src/modules/chatbot/sending/composed-reply';
import { ReplyWritingService } from '../../../../src/modules/chatbot/sending/reply-writing.service';
import { LOCALES } from '../../../../src/shared/locale';
import { KeyedCaller } from '../../../platform/idempotency/keyed-caller';
import { type RawResponse } from '../../../support/raw-request';
import { completes, staysSilent } from '../../../support/model-server';
import { errorBody } from '../../../support/plain-caller';
import { until } from '../../../support/until';
import { PRODUCTION } from './conversation';
import { RepliesScenario } from './replies-scenario';

const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];
const ORDINARY = { message: 'I cough' };
const EMERGENCY = { message: 'my chest hurts badly and I cannot breathe' };
const PREGNANT = { message: 'I am 8 months pregnant' };
/** An emergency only in pregnancy. */
const BLEEDING = { message: 'some blood on the pad' };
/** The number of messages over the limit that are triaged in a minute. */
const TRIAGED_PER_MINUTE = 20;

function summarize({ status, text }: RawResponse): { status: number; isUrgent: boolean } {
  return { status, isUrgent: text.includes('"urgency":"emergency"') };
}

const ADVICE = { status: 200, isUrgent: true };

function refusalMessage(reply: RawResponse): string {
  expect(reply.status).toBe(429);
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return errorBody.parse(JSON.parse(reply.text)).error.json.message;
}

function conversationOf({ text }: RawResponse): string {
  const id = /"conversationId":"([^"]+)"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`no conversation: ${text}`);
  return id;
}

describe('a caller over the message limit', () => {
  const scenario = RepliesScenario.suite({
    ...PRODUCTION,
    CHATBOT_ANONYMOUS_PER_MINUTE: '1',
    CHATBOT_ACCOUNT_CONCURRENCY: '1',
    CHATBOT_DEADLINE_MS: '6000',
    TRUST_PROXY: '1',
  });
  let networks = 0;

  beforeEach(() => {
    scenario.model.behave(completes('Rest.'));
  });

  type Send = (procedure: string, input: object, headers?: Record<string, string>) => Promise<RawResponse>;

  function callerWith(keyed: KeyedCaller, own: Record<string, string> = {}): Send {
    return (procedure, input, headers) =>
      keyed.sendBody(procedure, JSON.stringify({ json: input }), { ...own, ...headers });
  }

  /** Returns an anonymous caller with its own network address. */
  function anonymousCaller(): Send {
    networks += 1;
    return callerWith(new KeyedCaller(scenario.origin), { 'x-forwarded-for': `192.0.2.${networks}` });
  }

  async function accountCaller(): Promise<Send> {
    return callerWith(new KeyedCaller(scenario.origin, await scenario.platform.session({ role: 'user' })));
  }

  /** Returns a caller over the limit, and its conversation that begins with a message. */
  async function overLimit(
    kind: 'anonymous' | 'account',
    input: object = ORDINARY,
  ): Promise<{ send: Send; conversationId: string }> {
    const send = kind === 'anonymous' ? anonymousCaller() : await accountCaller();
    const conversationId = conversationOf(await send('chatbot.sendMessage', input));
    if (kind === 'account') {
      scenario.model.behave(staysSilent);
      expect((await send('chatbot.startReply', ORDINARY)).status).toBe(200);
    }
    await until('the model gets a request', () => kind === 'anonymous' || scenario.model.requests.length > 0);
    return { send, conversationId };
  }

  async function countMessages(): Promise<number> {
    const [row] = await scenario.platform.database.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM message WHERE role = 'user'`,
    );
    return row?.n ?? -1;
  }

  describe.each(PROCEDURES)('by %s', (procedure) => {
    it.each(['anonymous', 'account'] as const)(
      'gets advice in an emergency up to a limit per minute, then a refusal with a short advice: %s',
      async (kind) => {
        const { send } = await overLimit(kind);
        const [before, requests] = [await countMessages(), scenario.model.requests.length];
        for (let sent = 0; sent < TRIAGED_PER_MINUTE; sent += 1)
          expect(summarize(await send(procedure, EMERGENCY))).toEqual(ADVICE);
        const refused = await Promise.all([1, 2, 3].map(() => send(procedure, EMERGENCY)));
        for (const reply of refused)
          expect(refusalMessage(reply)).toMatch(new RegExp(`^${inEmergency('en')} Too many `));
        expect(await countMessages()).toBe(before + TRIAGED_PER_MINUTE);
        expect(scenario.model.requests).toHaveLength(requests);
      },
      20_000,
    );

    it.each(['anonymous', 'account'] as const)(
      'gets advice if the conversation makes the message an emergency: %s',
      async (kind) => {
        const { send, conversationId } = await overLimit(kind, PREGNANT);
        expect(refusalMessage(await send(procedure, BLEEDING))).toMatch(/^Too many /);
        expect(summarize(await send(procedure, { ...BLEEDING, conversationId }))).toEqual(ADVICE);
      },
      20_000,
    );

    it('gets no advice because of another caller’s conversation', async () => {
      const owner = await accountCaller();
      const conversationId = conversationOf(await owner('chatbot.sendMessage', PREGNANT));
      const { send } = await overLimit('anonymous');
      expect(refusalMessage(await send(procedure, { ...BLEEDING, conversationId }))).toMatch(/^Too many /);
      for (const other of ['', 'conversation-1', randomUUID()]) {
        const reply = await send(procedure, { ...BLEEDING, conversationId: other });
        expect(refusalMessage(reply)).toMatch(/^Too many /);
      }
    });

    it('never causes a model request, also in doubtful cases', async () => {
      const message = 'whatever I put in her mouth she brings it up, she’s 8 was it dangerous back then?';
      const { send, conversationId } = await overLimit('anonymous', { message: 'my baby is two weeks old' });
      const requests = scenario.model.requests.length;
      for (let sent = 0; sent < 5; sent += 1) {
        const reply = await send(procedure, { message, conversationId });
        expect([ADVICE, { status: 429, isUrgent: false }]).toContainEqual(summarize(reply));
      }
      expect(scenario.model.requests).toHaveLength(requests);
    });
  });

  it('is triaged up to a limit per minute, whatever the messages are', async () => {
    const { send } = await overLimit('anonymous');
    for (let sent = 0; sent < TRIAGED_PER_MINUTE; sent += 1)
      expect(refusalMessage(await send('chatbot.sendMessage', ORDINARY))).toMatch(/^Too many /);
    for (const input of [EMERGENCY, ORDINARY]) {
      const refused = refusalMessage(await send('chatbot.sendMessage', input));
      // The rest of the minute depends on the time that the earlier messages took.
      expect(refused.replace(/in [1-6]?\d seconds/, 'in 60 seconds')).toBe(
        `${inEmergency('en')} Too many messages without a session; try again in 60 seconds, or sign in`,
      );
    }
    expect(summarize(await anonymousCaller()('chatbot.sendMessage', EMERGENCY))).toEqual(ADVICE);
  });

  it('gets the refusal in the requested language, or else in the language of the message', async () => {
    const { send } = await overLimit('anonymous');
    for (let sent = 0; sent < TRIAGED_PER_MINUTE; sent += 1) await send('chatbot.sendMessage', ORDINARY);
    for (const language of LOCALES) {
      const reply = await send('chatbot.sendMessage', ORDINARY, { 'accept-language': language });
      expect(refusalMessage(reply)).toContain(`${inEmergency(language)} Too many `);
    }
    const message = 'J’ai très mal à la poitrine depuis ce matin';
    const french = await send('chatbot.sendMessage', { message });
    expect(refusalMessage(french)).toContain(inEmergency('fr'));
  });

  it('gets advice although the database stores nothing', async () => {
    const { send } = await overLimit('anonymous');
    await scenario.refuseUnless('false', async () => {
      for (const procedure of PROCEDURES) expect(summarize(await send(procedure, EMERGENCY))).toEqual(ADVICE);
      expect(refusalMessage(await send('chatbot.sendMessage', ORDINARY))).toMatch(/^Too many /);
    });
  });

  it('does not have its message logged', async () => {
    const { send } = await overLimit('anonymous');
    await send('chatbot.sendMessage', EMERGENCY);
    expect(scenario.platform.logLines.join('\n')).not.toContain('my chest hurts');
  });

  it('gets the advice alone from ReplyWritingService if only advice is allowed', async () => {
    const reply = { conversationId: randomUUID(), messageId: randomUUID(), position: null };
    const sender = { accountId: null, address: '127.0.0.1', languages: [] };
    const question = {
      ...ORDINARY,
      conversationId: null,
      sender,
      country: undefined,
      isWhole: true,
      isCallerUnknown: false,
    };
    const requests = scenario.model.requests.length;
    const triage = scenario.platform.app.get(TriageService, { strict: false });
    const { emergency } = await triage.assess(EMERGENCY.message, {
      earlier: [],
      country: undefined,
      sender,
    });
    expect(emergency?.advice).toBeDefined();
    const live = new LiveReply();
    const triaged = {
      turns: [],
      country: undefined,
      emergency,
      urgency: 'emergency',
      contexts: new Set<never>(),
      isAfterEmergency: false,
      isForeign: false,
      language: 'en',
    } as const;
    const composed = Promise.resolve(new ComposedReply(triaged, live, triage));
    const writing = scenario.platform.app.get(ReplyWritingService);
    await writing.write(reply, { question, composed, isAdviceOnly: true }, live);
    expect(live.text).toBe(emergency?.advice);
    expect(scenario.model.requests).toHaveLength(requests);
  });
});
