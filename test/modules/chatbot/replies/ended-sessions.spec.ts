import { SessionStore } from '../../../../src/modules/auth/sessions/session.store';
import { completes } from '../../../support/model-server';
import { PlainCaller, payload } from '../../../support/plain-caller';
import { type Platform, startPlatform } from '../../../support/platform';
import { until } from '../../../support/until';
import { start } from './conversation';
import { RepliesScenario } from './replies-scenario';
import { ReplyStream } from './reply-stream';

const WORDS = Array.from({ length: 8 }, (_, index) => `word${index} `);
/** Longer than a busy machine needs to notice the end of a session. */
const DEADLINES = { CHATBOT_DEADLINE_MS: '45000', OPENAI_TIMEOUT_MS: '45000' };
const LOGIN_REQUIRED = { code: 'UNAUTHORIZED', message: 'Please login (10001)' };

describe('the stream of a reply', () => {
  let other: Platform;
  // Before the first platform closes and drops the database.
  afterAll(() => other.close());
  const scenario = RepliesScenario.suite(DEADLINES);

  beforeAll(async () => {
    other = await startPlatform({ DATABASE_URL: scenario.platform.databaseUrl, ...DEADLINES });
  });

  /** Starts a reply of a new account that the model does not finish before `finishReply`. */
  async function startHeldReply() {
    const finishReply = scenario.model.hold(WORDS, 4, completes('Drink.'));
    const cookie = await scenario.platform.session({ role: 'user' });
    const caller = new PlainCaller(scenario.origin, cookie);
    const { messageId } = await start(caller, { message: 'I cough' });
    return { finishReply, caller, cookie, messageId };
  }

  it('ends with UNAUTHORIZED after the session has ended, in every process', async () => {
    const { finishReply, caller, cookie, messageId } = await startHeldReply();
    const request = { messageId, headers: { cookie } };
    const otherOrigin = await other.listen();
    const streams = await Promise.all(
      [scenario.origin, otherOrigin].map((origin) => ReplyStream.open(origin, request)),
    );
    payload(await caller.post('auth.logoutEverywhere'));
    for (const stream of streams) {
      await stream.end();
      expect(stream.failure).toEqual(LOGIN_REQUIRED);
      expect(stream.text).not.toContain('word7');
    }
    finishReply();
    expect(await scenario.storedEnd(messageId)).toMatchObject({ state: 'completed' });
  });

  it('goes on while the session cannot be looked up', async () => {
    const { finishReply, cookie, messageId } = await startHeldReply();
    const stream = await scenario.read(messageId, { headers: { cookie } });
    const { app, database } = scenario.platform;
    const lookUp = jest.spyOn(app.get(SessionStore), 'find');
    await database.query('ALTER TABLE session RENAME TO hidden_session');
    try {
      await until('the session is looked up twice', () => lookUp.mock.calls.length >= 2);
      await expect(lookUp.mock.results[0]?.value).rejects.toThrow('session');
    } finally {
      await database.query('ALTER TABLE hidden_session RENAME TO session');
      lookUp.mockRestore();
    }
    finishReply();
    await stream.end();
    expect(stream.events.at(-1)).toMatchObject({ type: 'completed' });
  });
});
