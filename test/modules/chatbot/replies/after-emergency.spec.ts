import { getReminder } from '../../../../src/modules/triage/advice/emergency-advice';
import { completes } from '../../../support/model-server';
import { type Reply, send, start, storedEnd } from './conversation';
import { RepliesScenario } from './replies-scenario';

const QUESTION = 'How many vaccines does a baby need?';
const EMERGENCY = 'I have crushing chest pain and I cannot breathe';
const REMINDED = `${getReminder('en')}\n\nStay with somebody.`;
const NOT_REMINDED = 'Stay with somebody.';

describe('the reply after an emergency', () => {
  let scenario: RepliesScenario;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({ OPENAI_MAX_RETRIES: '0' });
  });

  beforeEach(() => {
    scenario.model.behave(completes(NOT_REMINDED));
  });

  afterAll(() => scenario.close());

  /** Sends the messages one after another in one conversation. */
  async function converse(...messages: readonly string[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    for (const message of messages) {
      replies.push(
        await send(scenario.anyone, { message, conversationId: replies[0]?.conversationId ?? null }),
      );
    }
    return replies;
  }

  it.each(['it got worse', 'yes', 'what should I do?'])('begins with a reminder: %s', async (message) => {
    const [first, second] = await converse(EMERGENCY, message);
    expect(first?.urgency).toBe('emergency');
    expect(second).toMatchObject({ response: REMINDED, urgency: 'none', language: 'en' });
  });

  it('begins with a reminder only twice', async () => {
    const replies = await converse(EMERGENCY, 'yes', 'what should I do?', 'thank you');
    expect(replies.slice(1).map(({ response }) => response)).toEqual([REMINDED, REMINDED, NOT_REMINDED]);
  });

  it('begins with a reminder in its own language', async () => {
    const [, second] = await converse(
      EMERGENCY,
      'Je ne sais pas quoi faire, que dois-je manger aujourd’hui ?',
    );
    expect(second).toMatchObject({
      response: `${getReminder('fr')}\n\n${NOT_REMINDED}`,
      language: 'fr',
    });
  });

  it('begins with advice instead of a reminder if the message is an emergency', async () => {
    const [first, second] = await converse(EMERGENCY, EMERGENCY);
    expect(second).toMatchObject({ response: first?.response, urgency: 'emergency' });
  });

  it('has no reminder of an emergency in another conversation', async () => {
    await converse(EMERGENCY);
    const replies = await converse(QUESTION, 'yes');
    expect(replies.map(({ response }) => response)).toEqual([NOT_REMINDED, NOT_REMINDED]);
  });

  it('begins with a reminder if it is streamed', async () => {
    const [first] = await converse(EMERGENCY);
    const { messageId, urgency } = await start(scenario.anyone, {
      message: 'it got worse',
      conversationId: first?.conversationId,
    });
    expect(urgency).toBe('none');
    expect((await storedEnd(scenario.platform.database, messageId)).content).toBe(REMINDED);
  });

  it.each([
    ['emergency', EMERGENCY],
    ['none', QUESTION],
  ] as const)('has its urgency in the result of startReply: %s', async (urgency, message) => {
    const started = await start(scenario.anyone, { message });
    expect(started.urgency).toBe(urgency);
    expect(await storedEnd(scenario.platform.database, started.messageId)).toMatchObject({ urgency });
  });

  it('has the same urgency in startReply and in the stored reply, also because of an earlier message', async () => {
    const pregnant = await send(scenario.anyone, { message: 'I am 8 months pregnant' });
    const { conversationId } = pregnant;
    const alone = await start(scenario.anyone, {
      message: 'I have a terrible headache and my sight is blurred',
    });
    const later = await start(scenario.anyone, {
      message: 'I have a terrible headache and my sight is blurred',
      conversationId,
    });
    for (const { messageId, urgency } of [alone, later]) {
      expect((await storedEnd(scenario.platform.database, messageId)).urgency).toBe(urgency);
    }
    expect(later.urgency).toBe('emergency');
  });

  it('contains the whole advice if the model refuses', async () => {
    scenario.model.behave(completes('Go now.'));
    const [whole] = await converse(EMERGENCY);
    scenario.model.behave(completes(null, { refusal: 'I will not talk about it.' }));
    const [refused] = await converse(EMERGENCY);
    expect(`${refused?.response}\n\nGo now.`).toBe(whole?.response);
  });
});
