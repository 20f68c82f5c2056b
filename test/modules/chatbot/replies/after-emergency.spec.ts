import { getEmergencyReminder } from '../../../../src/modules/triage/advice/emergency-advice';
import { completes } from '../../../support/model-server';
import { type Answer, send, start, storedEnd } from './conversation';
import { RepliesScenario } from './replies-scenario';

const QUESTION = 'How many vaccines does a baby need?';
const EMERGENCY = 'I have crushing chest pain and I cannot breathe';
const REMINDED = `${getEmergencyReminder('en')}\n\nStay with somebody.`;
const NOT_REMINDED = 'Stay with somebody.';

describe('what is asked after an emergency', () => {
  let scenario: RepliesScenario;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({ OPENAI_MAX_RETRIES: '0' });
  });

  beforeEach(() => {
    scenario.model.behave(completes(NOT_REMINDED));
  });

  afterAll(() => scenario.close());

  /** Says one thing after another in one conversation. */
  async function conversation(...messages: readonly string[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const message of messages) {
      answers.push(
        await send(scenario.anyone, { message, conversationId: answers[0]?.conversationId ?? null }),
      );
    }
    return answers;
  }

  it.each(['it got worse', 'yes', 'what should I do?'])(
    'is answered after a reminder of it: %s',
    async (message) => {
      const [first, second] = await conversation(EMERGENCY, message);
      expect(first?.urgency).toBe('emergency');
      expect(second).toMatchObject({ response: REMINDED, urgency: 'none', language: 'en' });
    },
  );

  it('is reminded of it twice, and not for ever', async () => {
    const answers = await conversation(EMERGENCY, 'yes', 'what should I do?', 'thank you');
    expect(answers.slice(1).map(({ response }) => response)).toEqual([REMINDED, REMINDED, NOT_REMINDED]);
  });

  it('is reminded of it in the language of the reply', async () => {
    const [, second] = await conversation(
      EMERGENCY,
      'Je ne sais pas quoi faire, que dois-je manger aujourd’hui ?',
    );
    expect(second).toMatchObject({
      response: `${getEmergencyReminder('fr')}\n\n${NOT_REMINDED}`,
      language: 'fr',
    });
  });

  it('is told what to do now, not reminded, where it is an emergency itself', async () => {
    const [first, second] = await conversation(EMERGENCY, EMERGENCY);
    expect(second).toMatchObject({ response: first?.response, urgency: 'emergency' });
  });

  it('is not reminded of one in another conversation, or where there was none', async () => {
    await conversation(EMERGENCY);
    const answers = await conversation(QUESTION, 'yes');
    expect(answers.map(({ response }) => response)).toEqual([NOT_REMINDED, NOT_REMINDED]);
  });

  it('is reminded of it by a reply that is streamed too, before the model says anything', async () => {
    const [first] = await conversation(EMERGENCY);
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
  ] as const)('says at its start how urgent it is: %s', async (urgency, message) => {
    const started = await start(scenario.anyone, { message });
    expect(started.urgency).toBe(urgency);
    expect(await storedEnd(scenario.platform.database, started.messageId)).toMatchObject({ urgency });
  });

  it('is urgent by what was said before, as its reply is', async () => {
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

  it('keeps what to do now as it is where the model refuses', async () => {
    scenario.model.behave(completes('Go now.'));
    const [whole] = await conversation(EMERGENCY);
    scenario.model.behave(completes(null, { refusal: 'I will not talk about it.' }));
    const [refused] = await conversation(EMERGENCY);
    expect(`${refused?.response}\n\nGo now.`).toBe(whole?.response);
  });
});
