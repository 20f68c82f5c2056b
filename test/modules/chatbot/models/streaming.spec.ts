import {
  TRUNCATION_MARK,
  truncationNotice,
  refusalNotice,
} from '../../../../src/modules/chatbot/models/reply-notices';
import type { ReplyRequest } from '../../../../src/modules/chatbot/models/chat-model';
import { LOCALES } from '../../../../src/shared/locale';
import { EMERGENCY, ModelScenario, replyRequest } from './model-scenario';
import { until } from '../../../support/until';
import * as model from '../../../support/model-server';
import { expectLessThan, expectFasterThan } from '../../../support/expect-faster-than';
import { PROMPT_VERSION } from '../../../../src/modules/chatbot/models/prompts/instructions';

const scenario = new ModelScenario();

/** A text in chunks. */
const CHUNKS = ['Bois', ' de l’eau, ', 'repose-toi', ' 🩺 ', 'ماء', '.'];
const TEXT = CHUNKS.join('');
const NOTICE = truncationNotice('en');

describe('the verdict of an attempt that failed', () => {
  it('is withdrawn before the next attempt, which may give none', async () => {
    const lowered = '{"signs":[],"urgency":"routine","urgency_is_sure":true,"your_reply":"Dri';
    scenario.behave(model.streams([lowered], { end: 'cut' }), model.completes('Drink water.'));
    const verdicts: string[] = [];
    const onVerdict: ReplyRequest['onVerdict'] = (verdict) => verdicts.push(verdict?.urgency ?? 'withdrawn');
    const { text } = await scenario.reply({ retries: 1 }, { isWhole: true, onVerdict });
    expect(text).toBe('Drink water.');
    expect(verdicts).toEqual(['routine', 'withdrawn']);
  });
});

describe('a streamed reply', () => {
  it('is returned chunk by chunk, each as soon as it arrives', async () => {
    await expectLessThan(50, async () => {
      scenario.behave(model.streams(['Drink', ' water', ' and', ' rest.'], { between: 150 }));
      const { chunks, receivedAt } = await scenario.reply();
      expect(chunks).toEqual(['Drink', ' water', ' and', ' rest.']);
      const sentAt = scenario.requests[0]?.piecesAt ?? [];
      return Math.max(...receivedAt.map((time, index) => time - (sentAt[index] ?? 0)));
    });
  });

  it.each([
    ['with the token usage in a last event', { usage: true }],
    ['with comments between events', { comments: true }],
    ['with carriage returns', { lineEnd: '\r\n', usage: true, comments: true }],
    ['in writes that split characters and lines', { bytesPerWrite: 7 }],
    ['in writes that split characters, lines and line ends', { bytesPerWrite: 1, lineEnd: '\r\n' }],
    ['without [DONE]', { end: 'without done' }],
    ['without a finish reason', { finishReason: null }],
    ['after reasoning content', { reasoning: ['Let me', ' think'] }],
  ] satisfies [string, model.StreamOptions][])('is read %s', async (_case, options) => {
    scenario.behave(model.streams(CHUNKS, options));
    expect((await scenario.reply()).text).toBe(TEXT);
  });

  it('is read from one JSON body if the server does not stream', async () => {
    scenario.behave(model.completesAtOnce('Drink water.', { model: 'other' }));
    const { text, authorship } = await scenario.reply();
    expect(text).toBe('Drink water.');
    expect(authorship).toEqual({ source: 'model', model: 'other', promptVersion: PROMPT_VERSION });
  });

  it('is read with any content type', async () => {
    scenario.behave(model.sendsBody('\n {"choices":[{"message":{"content":"Drink water."}}]}', 'text/plain'));
    expect((await scenario.reply()).text).toBe('Drink water.');
    const choice = '{"delta":{"content":"Drink water."},"finish_reason":"stop"}';
    scenario.behave(model.sendsBody(`data: {"choices":[${choice}]}`));
    expect((await scenario.reply()).text).toBe('Drink water.');
  });

  it('has no space at its start and end', async () => {
    scenario.behave(model.streams(['\n', ' Drink', ' water. ', '\n', ' ']));
    expect((await scenario.reply()).chunks).toEqual(['Drink', ' water.']);
  });

  it('contains nothing that PostgreSQL refuses, and joins characters that were split', async () => {
    const chunks = ['\u0000Drink \ud83d', '\ude80\u0000 wa', 'ter \ud83d', ' now'];
    scenario.behave(model.streams(chunks, { model: 'm\u0000\ud800' }));
    const { text, authorship } = await scenario.reply();
    expect(text).toBe('Drink 🚀 water \ufffd now');
    expect(authorship.model).toBe('m\ufffd');
  });

  it.each([
    ['one chunk', ['<think>Drink is what they say.</think>\n\nDrink water.']],
    ['several chunks', ['<th', 'ink>', 'They say', ' <b>', '</th', 'ink>', '\n\n', 'Drink', ' water.']],
  ])('does not contain a <think> part in %s', async (_case, chunks) => {
    scenario.behave(model.streams(chunks));
    expect((await scenario.reply()).text).toBe('Drink water.');
  });

  it('contains text that only starts like a <think> part', async () => {
    scenario.behave(model.streams(['<', 'thin film> is a film.']));
    expect((await scenario.reply()).text).toBe('<thin film> is a film.');
    scenario.behave(model.streams(['<thi']));
    expect((await scenario.reply()).text).toBe('<thi');
  });

  it('is complete if the server keeps the connection open after the end', async () => {
    scenario.behave(async (response, request) => {
      await model.streams(['Drink water.'], { end: 'stall' })(response, request);
      response.write('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n');
    });
    // Much less than the timeout.
    await expectFasterThan(1_000, async () => {
      expect((await scenario.reply()).text).toBe('Drink water.');
    });
  });

  it('closes the connection if the caller stops reading', async () => {
    scenario.behave(model.streams(['Drink', ' water', '.'], { between: 200 }));
    const reply = scenario.model().streamReply(replyRequest(), AbortSignal.timeout(5_000));
    await reply.next();
    await reply.return({ source: 'model', model: '', promptVersion: null });
    await until('the connection is closed', () => scenario.requests[0]?.abandoned === true);
  });
});

describe('a truncated reply', () => {
  const WITHOUT_END = { finishReason: null, end: 'without done' } as const;
  const EVENT = 'data: {"choices":[{"delta":{"content":"Drink water"}}]}\n\n';

  it.each(LOCALES)('ends with a notice in the language of the reply: %s', async (language) => {
    const notice = truncationNotice(language);
    expect(notice.startsWith(`${TRUNCATION_MARK}\n\n`)).toBe(true);
    scenario.behave(model.completes('Drink water and ', { finishReason: 'length' }));
    expect((await scenario.reply({}, { language })).text).toBe(`Drink water and${notice}`);
    scenario.behave(model.completesAtOnce('Drink water and ', { finishReason: 'length' }));
    expect((await scenario.reply({}, { language })).text).toBe(`Drink water and${notice}`);
  });

  it.each([
    ['the connection is lost', model.streams(['Drink', ' water'], { end: 'cut' })],
    ['the server becomes silent', model.streams(['Drink', ' water'], { end: 'stall' })],
    ['the stream ends without [DONE]', model.streams(['Drink', ' water'], WITHOUT_END)],
    ['the server sends an error', model.sendsBody(`${EVENT}data: {"error":{"message":"no memory"}}\n\n`)],
    ['invalid events follow', model.sendsBody(`${EVENT}data: <html>\n\n`)],
  ])('ends with the notice, and not with a second reply, if %s', async (_case, behaviour) => {
    scenario.behave(behaviour, model.completes('Something else.'));
    const { text } = await scenario.reply({ timeoutMs: 200, retries: 3 });
    expect(text).toBe(`Drink water${NOTICE}`);
    expect(scenario.requests).toHaveLength(1);
  });

  it('ends with the notice at the deadline', async () => {
    scenario.behave(model.streams(['Drink', ' water'], { end: 'stall' }));
    const { text } = await scenario.reply({}, {}, AbortSignal.timeout(300));
    expect(text).toBe(`Drink water${NOTICE}`);
  });

  it.each([
    ['a broken connection', model.streams(['Drink', ' whisky'], { end: 'cut' })],
    ['a stream that ends without [DONE]', model.streams(['Drink'], WITHOUT_END)],
  ])('is retried after %s if it is read only when complete', async (_case, behaviour) => {
    scenario.behave(behaviour, model.completes('Drink water.'));
    const { text } = await scenario.reply({ retries: 1 }, { isWhole: true });
    expect(text).toBe('Drink water.');
    expect(scenario.requests).toHaveLength(2);
  });

  it('is cut if the server ignores the token limit', async () => {
    for (const behaviour of [
      model.streams(['🩺'.repeat(50), ...Array.from({ length: 100 }, () => '🩺'.repeat(50))]),
      model.completesAtOnce('🩺'.repeat(5_000)),
      model.streams(['\u0020'.repeat(500), '🩺'.repeat(500)]),
      model.streams(['🩺', ' '.repeat(5_000), 'x']),
    ]) {
      scenario.behave(behaviour);
      const { text } = await scenario.reply({ maxTokens: 16 });
      expect(text.length).toBeLessThanOrEqual(160 + NOTICE.length);
      expect(text).toMatch(/^(🩺)+ \[…\]/u);
      expect(text.endsWith(NOTICE)).toBe(true);
    }
  });

  it('is cut if the stream is endless', async () => {
    scenario.behave(model.streamsForever);
    const { text } = await scenario.reply({ maxTokens: 32 });
    expect(text.startsWith('more more')).toBe(true);
    expect(text.endsWith(`more${NOTICE}`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(320 + NOTICE.length);
  });

  it('is complete at the largest token limit with every character escaped', async () => {
    const characters = 320_000;
    const escaped = '\\u00e9'.repeat(characters);
    scenario.behave(model.sendsBody(`{"choices":[{"message":{"content":"${escaped}"}}]}`));
    expect((await scenario.reply({ maxTokens: 32_000 })).text).toHaveLength(characters);
    const choice = `{"delta":{"content":"${escaped}"},"finish_reason":"stop"}`;
    scenario.behave(model.sendsBody(`data: {"choices":[${choice}]}\n\n`));
    expect((await scenario.reply({ maxTokens: 32_000 })).text).toHaveLength(characters);
  });
});

describe('a reply that the model refuses', () => {
  const FILTERED = { finishReason: 'content_filter' };
  const REFUSALS: [string, model.Behaviour][] = [
    ['a refusal', model.completes(null, { refusal: 'I will not talk about it.' })],
    ['a refusal that is not streamed', model.completesAtOnce(null, { refusal: 'I will not talk about it.' })],
    ['a filtered completion', model.completes(null, FILTERED)],
    ['a filtered completion that is not streamed', model.completesAtOnce('Drink', FILTERED)],
    ['a filtered request', model.fails(400, { code: 'content_filter' })],
  ];

  it.each(REFUSALS)('is a refusal notice, without a retry: %s', async (_case, behaviour) => {
    scenario.behave(behaviour, model.completes('Something else.'));
    const { text, authorship } = await scenario.reply({ retries: 2 });
    expect(text).toBe(refusalNotice('en'));
    expect(authorship).toEqual({ source: 'model', model: 'test-model', promptVersion: PROMPT_VERSION });
    expect(scenario.requests).toHaveLength(1);
  });

  it.each(LOCALES)('is a notice in the language of the reply: %s', async (language) => {
    scenario.behave(model.completes(null, { refusal: 'No.' }));
    expect((await scenario.reply({}, { language })).text).toBe(refusalNotice(language));
  });

  it('replaces the text that came before the refusal, or ends it if it was read already', async () => {
    const filtered = model.streams(['Drink', ' petrol'], { finishReason: 'content_filter' });
    scenario.behave(filtered);
    expect((await scenario.reply({}, { isWhole: true })).text).toBe(refusalNotice('en'));
    scenario.behave(filtered);
    expect((await scenario.reply()).text).toBe(`Drink petrol${TRUNCATION_MARK}\n\n${refusalNotice('en')}`);
  });

  it.each(REFUSALS)('is empty after emergency advice: %s', async (_case, behaviour) => {
    scenario.behave(behaviour);
    expect((await scenario.reply({}, { emergency: EMERGENCY, isWhole: true })).text).toBe('');
  });

  it('ends with the truncation mark only if its start was read after emergency advice', async () => {
    scenario.behave(model.streams(['Lie', ' down'], { finishReason: 'content_filter' }));
    const { text } = await scenario.reply({}, { emergency: EMERGENCY });
    expect(text).toBe(`Lie down${TRUNCATION_MARK}`);
  });
});

it('has a different notice in each language', () => {
  expect(new Set(LOCALES.map(truncationNotice)).size).toBe(LOCALES.length);
  expect(new Set(LOCALES.map(refusalNotice)).size).toBe(LOCALES.length);
});
