import { getReminder } from '../../../../src/modules/triage/advice/emergency-advice';
import { completes } from '../../../support/model-server';
import { EMERGENCY, type Reply, send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

const QUESTION = 'How many vaccines does a baby need?';
const REMINDED = `${getReminder('en')}\n\nStay with somebody.`;
const NOT_REMINDED = 'Stay with somebody.';

describe('the reply after an emergency', () => {
  const scenario = RepliesScenario.suite({ OPENAI_MAX_RETRIES: '0' });

  beforeEach(() => {
    scenario.model.behave(completes(NOT_REMINDED));
  });

  /** Sends the messages one after another in one conversation. */
  async function converse(...messages: readonly string[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    for (const message of messages) {
      const conversationId = replies[0]?.conversationId ?? null;
      replies.push(await send(scenario.anyone, { message, conversationId }));
    }
    return replies;
  }

  it.each(['it got worse', 'yes', 'what should I do?'])('begins with a reminder: %s', async (message) => {
    const [first, second] = await converse(EMERGENCY.message, message);
    expect(first?.urgency).toBe('emergency');
    expect(second).toMatchObject({ response: REMINDED, language: 'en' });
  });

  it('begins with a reminder only twice', async () => {
    const replies = await converse(EMERGENCY.message, 'yes', 'what should I do?', 'thank you');
    expect(replies.slice(1).map(({ response }) => response)).toEqual([REMINDED, REMINDED, NOT_REMINDED]);
  });

  it('begins with a reminder in its own language', async () => {
    const [, second] = await converse(EMERGENCY.message, 'Je ne sais pas quoi faire, que dois-je manger ?');
    const response = `${getReminder('fr')}\n\n${NOT_REMINDED}`;
    expect(second).toMatchObject({ response, language: 'fr' });
  });

  it('begins with advice instead of a reminder if the message is an emergency', async () => {
    const [first, second] = await converse(EMERGENCY.message, EMERGENCY.message);
    expect(second).toMatchObject({ response: first?.response, urgency: 'emergency' });
  });

  it('has no reminder of an emergency in another conversation', async () => {
    await converse(EMERGENCY.message);
    const replies = await converse(QUESTION, 'yes');
    expect(replies.map(({ response }) => response)).toEqual([NOT_REMINDED, NOT_REMINDED]);
  });

  it('begins with a reminder if it is streamed', async () => {
    const [first] = await converse(EMERGENCY.message);
    const input = { message: 'it got worse', conversationId: first?.conversationId };
    const { messageId, urgency } = await start(scenario.anyone, input);
    expect(urgency).not.toBe('emergency');
    expect((await scenario.storedEnd(messageId)).content).toBe(REMINDED);
  });

  it.each([
    ['emergency', EMERGENCY.message],
    ['routine', QUESTION],
  ] as const)('has its urgency in the result of startReply: %s', async (urgency, message) => {
    const started = await start(scenario.anyone, { message });
    expect(started.urgency).toBe(urgency);
    expect(await scenario.storedEnd(started.messageId)).toMatchObject({ urgency });
  });

  it('is stored with the urgency that startReply returned, also if an earlier message determined it', async () => {
    const { conversationId } = await send(scenario.anyone, { message: 'I am 8 months pregnant' });
    const message = 'I have a terrible headache and my sight is blurred';
    const alone = await start(scenario.anyone, { message });
    const later = await start(scenario.anyone, { message, conversationId });
    for (const { messageId, urgency } of [alone, later]) {
      expect((await scenario.storedEnd(messageId)).urgency).toBe(urgency);
    }
    expect(later.urgency).toBe('emergency');
  });

  it('contains the whole advice if the model refuses', async () => {
    scenario.model.behave(completes('Go now.'));
    const [whole] = await converse(EMERGENCY.message);
    scenario.model.behave(completes(null, { refusal: 'I will not talk about it.' }));
    const [refused] = await converse(EMERGENCY.message);
    expect(`${refused?.response}\n\nGo now.`).toBe(whole?.response);
  });
});
