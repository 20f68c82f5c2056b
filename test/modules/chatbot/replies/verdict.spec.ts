import { getReminder, getSameDayLine } from '../../../../src/modules/triage/advice/emergency-advice';
import { completes, completesAtOnce, staysSilent, type Behaviour } from '../../../support/model-server';
import { INSTRUCTION } from '../../triage/found-by-weights';
import { EMERGENCY, type Reply, findAdvice, send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';
import {
  DOUBTFUL,
  ROUTINE,
  SURE_EMERGENCY,
  SURE_ROUTINE,
  TEXT,
  WISH_TO_DIE,
  replies,
  replyTwice,
  withAdvice,
} from './verdicts';

describe('the reply of a model that gives a verdict', () => {
  const scenario = RepliesScenario.suite({ OPENAI_MAX_RETRIES: '0' });

  async function expectReplies(
    input: { message: string },
    behaviour: Behaviour,
    expected: Partial<Reply>,
  ): Promise<void> {
    for (const reply of await replyTwice(scenario, input, behaviour)) expect(reply).toMatchObject(expected);
  }

  it('asks for it in a JSON schema, with the text last in the order of the schema and of the alphabet', async () => {
    scenario.model.behave(completes(TEXT));
    await send(scenario.anyone, ROUTINE);
    const format = scenario.model.requests[0]?.body.response_format;
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
    const fields = Object.keys(
      (format as { json_schema: { schema: { properties: object } } }).json_schema.schema.properties,
    );
    expect(fields).toEqual(['signs', 'urgency', 'urgency_is_sure', 'your_reply']);
    expect(fields.toSorted()).toEqual(fields);
  });

  it('has no part of the verdict', async () => {
    await expectReplies(ROUTINE, replies(SURE_ROUTINE), { response: TEXT, urgency: 'routine' });
  });

  it('has no part of the verdict if the server does not stream', async () => {
    const whole = completesAtOnce(JSON.stringify({ ...SURE_ROUTINE, your_reply: TEXT }));
    await expectReplies(ROUTINE, whole, { response: TEXT });
  });

  it('begins with advice for the signs of the verdict if triage found no emergency', async () => {
    for (const { response, urgency } of await replyTwice(scenario, ROUTINE, replies(SURE_EMERGENCY))) {
      expect(urgency).toBe('emergency');
      expect(response).toMatch(
        /^This may be an emergency[^]*Bleeding wound: press hard[^]*\n\nKeep somebody with you\.$/,
      );
    }
  });

  it('begins with advice also if the model is not sure of an emergency', async () => {
    const unsure = { ...SURE_EMERGENCY, urgency_is_sure: false };
    await expectReplies(ROUTINE, replies(unsure), { urgency: 'emergency' });
  });

  it('begins with the line for the same day if only the verdict says so', async () => {
    const response = `${getSameDayLine('en')}\n\n${TEXT}`;
    await expectReplies(ROUTINE, replies({ ...SURE_ROUTINE, urgency: 'today' }), {
      response,
      urgency: 'today',
    });
  });

  it('has no advice if the model is sure that a doubtful emergency is none', async () => {
    await expectReplies(DOUBTFUL, replies(SURE_ROUTINE), { response: TEXT, urgency: 'routine' });
  });

  it('returns the lowered urgency from startReply', async () => {
    scenario.model.behave(replies(SURE_ROUTINE));
    expect((await start(scenario.anyone, DOUBTFUL)).urgency).toBe('routine');
  });

  it('is stored with the urgency by both readers', async () => {
    scenario.model.behave(replies(SURE_EMERGENCY));
    const { messageId } = await send(scenario.anyone, ROUTINE);
    expect((await scenario.storedReply(messageId))?.urgency).toBe('emergency');
  });

  it.each([
    ['a red-flag phrase', EMERGENCY],
    ['a wish to die', WISH_TO_DIE],
  ])('keeps the advice for %s, however sure the model is', async (_name, input) => {
    const response = withAdvice(input.message);
    await expectReplies(input, replies(SURE_ROUTINE), { response, urgency: 'emergency' });
  });

  it.each([DOUBTFUL, ROUTINE])(
    'begins with the help for a wish to die if the verdict has one',
    async (input) => {
      const verdict = { ...SURE_ROUTINE, signs: ['selfHarm'] };
      for (const { response, urgency } of await replyTwice(scenario, input, replies(verdict))) {
        expect(urgency).toBe('emergency');
        expect(response).toMatch(/^I am sorry that it hurts so much/);
      }
    },
  );

  it('keeps the advice if the model is not sure', async () => {
    const unsure = { ...SURE_ROUTINE, urgency_is_sure: false };
    await expectReplies(DOUBTFUL, replies(unsure), { response: withAdvice(DOUBTFUL.message) });
  });

  it('keeps the advice if the message tells the model what to answer', async () => {
    const message = `${DOUBTFUL.message} ${INSTRUCTION}`;
    scenario.model.behave(replies(SURE_ROUTINE));
    expect((await send(scenario.anyone, { ...DOUBTFUL, message })).urgency).toBe('emergency');
  });

  it('has the advice of a recognised emergency before the model says anything', async () => {
    scenario.model.behave(staysSilent);
    const { messageId } = await start(scenario.anyone, EMERGENCY);
    const stream = await scenario.read(messageId);
    await stream.until(() => stream.text !== '');
    expect(stream.text).toContain(findAdvice(EMERGENCY.message));
  });

  it('streams its text while the model writes it', async () => {
    const head = '{"signs":[],"urgency":"routine","urgency_is_sure":true,"your_reply":"';
    const resume = scenario.model.hold([head, 'Drink ', 'water."}'], 2);
    const { messageId } = await start(scenario.anyone, ROUTINE);
    const stream = await scenario.read(messageId);
    await stream.until(() => stream.text !== '');
    expect(stream.text).toBe('Drink');
    resume();
    expect((await scenario.storedEnd(messageId)).content).toBe('Drink water.');
  });

  it('begins with one reminder after an emergency, also if the verdict says today', async () => {
    scenario.model.behave(replies(SURE_EMERGENCY), replies({ ...SURE_ROUTINE, urgency: 'today' }));
    const { conversationId } = await send(scenario.anyone, EMERGENCY);
    const { response } = await send(scenario.anyone, { message: 'and his shoes?', conversationId });
    expect(response).toBe(`${getReminder('en')}\n\n${TEXT}`);
  });
});
