import { TRUNCATION_MARK, truncationNotice } from '../../../../src/modules/chatbot/models/reply-notices';
import { type Behaviour, after, completes, streams } from '../../../support/model-server';
import { EMERGENCY, findAdvice, send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';
import { DOUBTFUL, ROUTINE, SURE_EMERGENCY, SURE_ROUTINE, TEXT, replies, replyTwice } from './verdicts';

describe('the reply of a model whose verdict is late, missing or withdrawn', () => {
  const scenario = RepliesScenario.suite({ OPENAI_MAX_RETRIES: '0' });

  /** Returns the reply without a model. */
  async function completeOffline(input: { message: string }): Promise<string> {
    scenario.model.behave(completes(''));
    return (await send(scenario.anyone, input)).response;
  }

  const MALFORMED: [string, Behaviour, string][] = [
    ['is missing', completes(TEXT), TEXT],
    ['is malformed', completes(`{"urgency": routine, "your_reply": "${TEXT}"}`), TEXT],
    ['has an unknown urgency', replies({ ...SURE_ROUTINE, urgency: 'none' }), TEXT],
    ['has the wrong types', replies({ urgency: 7, urgency_is_sure: 'yes', signs: 'none' }), TEXT],
    ['is an array', completes(`[1]\n${TEXT}`), `[1]\n${TEXT}`],
  ];

  it.each(MALFORMED)('keeps the advice if the verdict %s', async (_name, behaviour, text) => {
    const response = `${findAdvice(DOUBTFUL.message)}\n\n${text}`;
    for (const reply of await replyTwice(scenario, DOUBTFUL, behaviour))
      expect(reply).toMatchObject({ response, urgency: 'emergency' });
  });

  it.each([
    ['truncated', '{"signs":[],"urgency":"routine","urgency_is_sure":true'],
    ['huge', JSON.stringify({ ...SURE_ROUTINE, signs: Array(9_999).fill('bleeding') })],
  ])('is completed offline, with the advice, after a verdict that is %s', async (_name, content) => {
    for (const { response, urgency } of await replyTwice(scenario, DOUBTFUL, completes(content))) {
      expect(urgency).toBe('emergency');
      expect(response).toContain(findAdvice(DOUBTFUL.message));
      expect(response).not.toMatch(/urgency|signs|\{/);
    }
  });

  describe('that lowers the urgency before it fails', () => {
    const lowered = ['{"signs":[],"urgency":"routine","urgency_is_sure":true,"your_reply":"', 'Drink water.'];
    const long = 'This is no emergency and it can wait until the next market day. ';

    it('is completed offline, with the advice, if it is read whole', async () => {
      scenario.model.behave(streams([...lowered, long, long], { end: 'cut' }));
      const { response, urgency, source } = await send(scenario.anyone, DOUBTFUL);
      expect({ urgency, source }).toEqual({ urgency: 'emergency', source: 'offline' });
      expect(response).toBe(await completeOffline(DOUBTFUL));
    });

    it('ends with the advice if its text has begun', async () => {
      scenario.model.behave(streams(lowered, { end: 'cut' }));
      const { messageId } = await start(scenario.anyone, DOUBTFUL);
      const { content, urgency } = await scenario.storedEnd(messageId);
      expect(urgency).toBe('emergency');
      expect(content).toBe(`Drink water.${truncationNotice('en')}\n\n${findAdvice(DOUBTFUL.message)}`);
    });

    it.each([
      ['is filtered', streams(lowered, { finishReason: 'content_filter' })],
      ['is refused', streams(lowered, { refusal: 'I cannot' })],
    ])('has the advice if its text %s', async (_name, behaviour) => {
      const [whole, streamed] = await replyTwice(scenario, DOUBTFUL, behaviour);
      const advice = findAdvice(DOUBTFUL.message);
      expect(whole).toMatchObject({ response: advice, urgency: 'emergency' });
      expect(streamed).toMatchObject({
        response: `Drink water.${TRUNCATION_MARK}\n\n${advice}`,
        urgency: 'emergency',
      });
    });

    it('has the advice if it is refused before its text', async () => {
      const refused = streams(lowered.slice(0, 1), { finishReason: 'content_filter' });
      const response = findAdvice(DOUBTFUL.message);
      for (const reply of await replyTwice(scenario, DOUBTFUL, refused))
        expect(reply).toMatchObject({ response, urgency: 'emergency' });
    });
  });

  it('has an offline text that knows of the advice if a model raises the urgency and then fails', async () => {
    const raised = streams(['{"signs":["bleeding"],"urgency":"emergency","urgency_is_sure":true'], {
      end: 'cut',
    });
    const offline = (await completeOffline(EMERGENCY)).split('\n\n').at(-1);
    for (const { response, urgency } of await replyTwice(scenario, ROUTINE, raised)) {
      expect(urgency).toBe('emergency');
      expect(response).toMatch(/^This may be an emergency/);
      expect(response.split('\n\n').at(-1)).toBe(offline);
    }
  });

  it('has the advice within seconds if the verdict is late, and no text of a model that is sure of the contrary', async () => {
    scenario.model.behave(after(4_000, replies(SURE_ROUTINE)));
    const since = performance.now();
    const { messageId, urgency } = await start(scenario.anyone, DOUBTFUL);
    expect(urgency).toBe('emergency');
    const stream = await scenario.read(messageId);
    await stream.until(() => stream.text !== '');
    expect(performance.now() - since).toBeLessThan(3_500);
    expect(stream.text).toContain(findAdvice(DOUBTFUL.message));
    const { content, source } = await scenario.storedEnd(messageId);
    expect({ content, source }).toEqual({ content: await completeOffline(DOUBTFUL), source: 'offline' });
  });

  it('gets the advice even if a verdict that raises the urgency is late', async () => {
    scenario.model.behave(after(2_500, replies(SURE_EMERGENCY)));
    const { messageId, urgency } = await start(scenario.anyone, ROUTINE);
    expect(urgency).toBe('routine');
    const stored = await scenario.storedEnd(messageId);
    expect(stored.urgency).toBe('emergency');
    expect(stored.content).toMatch(/^This may be an emergency/);
  });
});
