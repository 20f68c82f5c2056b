import { completes } from '../../../support/model-server';
import { PlainCaller } from '../../../support/plain-caller';
import { type Platform, startPlatform } from '../../../support/platform';
import { send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';
import { ReplyStream } from './reply-stream';

const WORDS = Array.from({ length: 8 }, (_, index) => `word${index} `);
/** Longer than a busy machine needs for a claim. */
const DEADLINES = { CHATBOT_DEADLINE_MS: '45000', OPENAI_TIMEOUT_MS: '45000' };

describe('a reply that is read in another process while an account claims its conversation', () => {
  let other: Platform;
  let otherOrigin: string;
  // Before the first platform closes and drops the database.
  afterAll(() => other.close());
  const scenario = RepliesScenario.suite(DEADLINES);

  beforeAll(async () => {
    other = await startPlatform({ DATABASE_URL: scenario.platform.databaseUrl, ...DEADLINES });
    otherOrigin = await other.listen();
  });

  it.each([
    ['an anonymous reader', 'the account', 0],
    ['the account', 'an anonymous reader', 1],
  ] as const)(
    'ends for the anonymous reader only, if %s came before %s',
    async (_first, _second, position) => {
      const finishReply = scenario.model.hold(WORDS, 4, completes('Drink.'));
      const { conversationId, messageId } = await start(scenario.anyone, { message: 'I cough' });
      const cookie = await scenario.platform.session({ role: 'user' });
      const open = (headers = {}) => ReplyStream.open(otherOrigin, { messageId, headers });
      const accountBefore = position === 1 ? await open({ cookie }) : undefined;
      const anonymous = await open();
      const account = accountBefore ?? (await open({ cookie }));
      await send(new PlainCaller(scenario.origin, cookie), { message: 'And a fever', conversationId });
      await anonymous.end();
      const message = 'messageId: no such reply';
      expect(anonymous.events.at(-1)).toEqual({ type: 'failed', code: 'NOT_FOUND', message });
      finishReply();
      await account.end();
      expect(account.events.at(-1)).toMatchObject({
        type: 'completed',
        result: { conversationId, messageId },
      });
      expect(account.text.trim()).toBe(WORDS.join('').trim());
      expect(anonymous.text).not.toContain('word7');
    },
  );
});
