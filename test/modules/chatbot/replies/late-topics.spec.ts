import { failure } from '../../../support/plain-caller';
import { EMERGENCY, findAdvice, send } from './conversation';
import { RepliesScenario } from './replies-scenario';

describe('while the database keeps the offline assistant waiting for its topics past the deadline', () => {
  const scenario = RepliesScenario.suite({
    CHATBOT_PROVIDER: 'offline',
    CHATBOT_DEADLINE_MS: '100',
    DATABASE_LOCK_TIMEOUT_MS: '60000',
  });

  /** Runs the work while no statement can read the topics. */
  async function withoutTopics(work: () => Promise<void>): Promise<void> {
    const blocker = scenario.platform.database.createQueryRunner();
    await blocker.startTransaction();
    try {
      await blocker.query(
        'LOCK TABLE assistant_term, assistant_text, assistant_word IN ACCESS EXCLUSIVE MODE',
      );
      await work();
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
  }

  it('a message is refused with 503, and may be sent again', async () => {
    await withoutTopics(async () => {
      const result = await scenario.anyone.post('chatbot.sendMessage', { message: 'I cough' });
      expect(failure(result)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(result.headers['retry-after']).toMatch(/^[12]$/);
    });
    expect(await send(scenario.anyone, { message: 'I cough' })).toMatchObject({ source: 'offline' });
  });

  it('an emergency gets its advice', async () => {
    await withoutTopics(async () => {
      const { response, urgency } = await send(scenario.anyone, EMERGENCY);
      expect({ response, urgency }).toEqual({
        response: findAdvice(EMERGENCY.message),
        urgency: 'emergency',
      });
    });
  });
});
