import { Logger } from '@nestjs/common';
import {
  TRUNCATION_MARK,
  truncationNotice,
  refusalNotice,
} from '../../../../src/modules/chatbot/models/reply-notices';
import { LOCALES } from '../../../../src/shared/locale';
import { ModelScenario, question } from './model-scenario';
import { until } from '../../../support/until';
import * as model from '../../../support/model-server';
import { expectLessThan, expectFasterThan } from '../../../support/expect-faster-than';

let scenario: ModelScenario;
let server: model.ModelServer;
beforeAll(async () => {
  Logger.overrideLogger(false);
  scenario = await ModelScenario.start();
  server = scenario.server;
});
afterEach(() => {
  scenario.endAssistants();
});
afterAll(() => scenario.close());

/** Cut everywhere, in the middle of characters too. */
const PIECES = ['Bois', ' de l’eau, ', 'repose-toi', ' 🩺 ', 'ماء', '.'];
const TEXT = PIECES.join('');

describe('a streamed reply', () => {
  it('is given out piece by piece, each as soon as it came', async () => {
    await expectLessThan(50, async () => {
      server.behave(model.streams(['Drink', ' water', ' and', ' rest.'], { between: 150 }));
      const { pieces, at } = await scenario.reply();
      expect(pieces).toEqual(['Drink', ' water', ' and', ' rest.']);
      const sentAt = server.requests[0]?.piecesAt ?? [];
      return Math.max(...at.map((time, index) => time - (sentAt[index] ?? 0)));
    });
  });

  it.each([
    ['with the tokens used in a last event', { usage: true }],
    ['with comments between', { comments: true }],
    ['with carriage returns', { lineEnd: '\r\n', usage: true, comments: true }],
    ['in writes that cut characters and lines', { bytesPerWrite: 7 }],
    ['in writes that cut characters, lines and their ends', { bytesPerWrite: 1, lineEnd: '\r\n' }],
    ['without a last line', { end: 'without done' }],
    ['without a reason why it ended', { finishReason: null }],
    ['after the model’s thoughts', { reasoning: ['Let me', ' think'] }],
  ] satisfies [string, model.StreamOptions][])('is understood %s', async (_case, timetable) => {
    server.behave(model.streams(PIECES, timetable));
    expect((await scenario.reply()).text).toBe(TEXT);
  });

  it('is understood whole, where the server does not stream', async () => {
    server.behave(model.completesAtOnce('Drink water.', { model: 'other' }));
    const { text, authorship } = await scenario.reply();
    expect(text).toBe('Drink water.');
    expect(authorship).toEqual({ source: 'model', model: 'other', promptVersion: '2' });
  });

  it('is taken whatever content type the server gives it', async () => {
    server.behave(model.sendsBody('\n {"choices":[{"message":{"content":"Drink water."}}]}', 'text/plain'));
    expect((await scenario.reply()).text).toBe('Drink water.');
    server.behave(
      model.sendsBody('data: {"choices":[{"delta":{"content":"Drink water."},"finish_reason":"stop"}]}'),
    );
    expect((await scenario.reply()).text).toBe('Drink water.');
  });

  it('has no space at its ends', async () => {
    server.behave(model.streams(['\n', ' Drink', ' water. ', '\n', ' ']));
    expect((await scenario.reply()).pieces).toEqual(['Drink', ' water.']);
  });

  it('holds nothing that PostgreSQL refuses, and keeps characters that came in halves', async () => {
    const pieces = ['\u0000Drink \ud83d', '\ude80\u0000 wa', 'ter \ud83d', ' now'];
    server.behave(model.streams(pieces, { model: 'm\u0000\ud800' }));
    const { text, authorship } = await scenario.reply();
    expect(text).toBe('Drink 🚀 water \ufffd now');
    expect(authorship.model).toBe('m\ufffd');
  });

  it.each([
    ['at once', ['<think>Drink is what they say.</think>\n\nDrink water.']],
    ['piece by piece', ['<th', 'ink>', 'They say', ' <b>', '</th', 'ink>', '\n\n', 'Drink', ' water.']],
  ])('leaves out what the model thinks aloud, %s', async (_case, pieces) => {
    server.behave(model.streams(pieces));
    expect((await scenario.reply()).text).toBe('Drink water.');
  });

  it('shows what only begins like thinking', async () => {
    server.behave(model.streams(['<', 'thin film> is a film.']));
    expect((await scenario.reply()).text).toBe('<thin film> is a film.');
    server.behave(model.streams(['<thi']));
    expect((await scenario.reply()).text).toBe('<thi');
  });

  it('is complete where the server keeps the connection open after its end', async () => {
    server.behave(async (response, request) => {
      await model.streams(['Drink water.'], { end: 'stall' })(response, request);
      response.write('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n');
    });
    // Far less than what the model may take.
    await expectFasterThan(1_000, async () => {
      expect((await scenario.reply()).text).toBe('Drink water.');
    });
  });

  it('closes the connection when nobody wants the rest', async () => {
    server.behave(model.streams(['Drink', ' water', '.'], { between: 200 }));
    const reply = scenario.assistant().streamReply(question(), AbortSignal.timeout(5_000));
    await reply.next();
    await reply.return({ source: 'model', model: '', promptVersion: null });
    await until('the connection is closed', () => server.requests[0]?.abandoned === true);
  });
});

describe('a reply that is not whole', () => {
  it.each(LOCALES)('says so, and how to go on, in the language of the reply: %s', async (language) => {
    const cut = truncationNotice(language);
    expect(cut.startsWith(`${TRUNCATION_MARK}\n\n`)).toBe(true);
    server.behave(model.completes('Drink water and ', { finishReason: 'length' }));
    expect((await scenario.reply({}, { language })).text).toBe(`Drink water and${cut}`);
    server.behave(model.completesAtOnce('Drink water and ', { finishReason: 'length' }));
    expect((await scenario.reply({}, { language })).text).toBe(`Drink water and${cut}`);
  });

  it.each([
    ['the connection is lost', model.streams(['Drink', ' water'], { end: 'cut' })],
    ['the server falls silent', model.streams(['Drink', ' water'], { end: 'stall' })],
    ['the stream just ends', model.streams(['Drink', ' water'], { finishReason: null, end: 'without done' })],
    [
      'the server says that it failed',
      model.sendsBody(
        'data: {"choices":[{"delta":{"content":"Drink water"}}]}\n\ndata: {"error":{"message":"out of memory"}}\n\n',
      ),
    ],
    [
      'rubbish follows',
      model.sendsBody('data: {"choices":[{"delta":{"content":"Drink water"}}]}\n\ndata: <html>\n\n'),
    ],
  ])('ends with that sentence, and no second answer is glued on, where %s', async (_case, behaviour) => {
    server.behave(behaviour, model.completes('Something else.'));
    const { text } = await scenario.reply({ timeoutMs: 200, retries: 3 });
    expect(text).toBe(`Drink water${truncationNotice('en')}`);
    expect(server.requests).toHaveLength(1);
  });

  it('ends with that sentence at the deadline', async () => {
    server.behave(model.streams(['Drink', ' water'], { end: 'stall' }));
    const { text } = await scenario.reply({}, {}, AbortSignal.timeout(300));
    expect(text).toBe(`Drink water${truncationNotice('en')}`);
  });

  it.each([
    ['a lost connection', model.streams(['Drink', ' whisky'], { end: 'cut' })],
    ['a stream that just ends', model.streams(['Drink'], { finishReason: null, end: 'without done' })],
  ])('is begun again after %s, where nobody reads along', async (_case, behaviour) => {
    server.behave(behaviour, model.completes('Drink water.'));
    const { text } = await scenario.reply({ retries: 1 }, { isWhole: true });
    expect(text).toBe('Drink water.');
    expect(server.requests).toHaveLength(2);
  });

  it('is cut where a server ignores the bound on tokens', async () => {
    for (const behaviour of [
      model.streams(['🩺'.repeat(50), ...Array.from({ length: 100 }, () => '🩺'.repeat(50))]),
      model.completesAtOnce('🩺'.repeat(5_000)),
      model.streams(['\u0020'.repeat(500), '🩺'.repeat(500)]),
      model.streams(['🩺', ' '.repeat(5_000), 'x']),
    ]) {
      server.behave(behaviour);
      const { text } = await scenario.reply({ maxTokens: 16 });
      const cut = truncationNotice('en');
      expect(text.length).toBeLessThanOrEqual(160 + cut.length);
      expect(text).toMatch(/^(🩺)+ \[…\]/u);
      expect(text.endsWith(cut)).toBe(true);
    }
  });

  it('is cut where the stream has no end', async () => {
    server.behave(model.streamsForever);
    const { text } = await scenario.reply({ maxTokens: 32 });
    expect(text.startsWith('more more')).toBe(true);
    expect(text.endsWith(`more${truncationNotice('en')}`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(320 + truncationNotice('en').length);
  });

  it('is read whole at the longest that can be configured, every character escaped', async () => {
    const characters = 320_000;
    const escaped = '\\u00e9'.repeat(characters);
    server.behave(model.sendsBody(`{"choices":[{"message":{"content":"${escaped}"}}]}`));
    expect((await scenario.reply({ maxTokens: 32_000 })).text).toHaveLength(characters);
    server.behave(
      model.sendsBody(`data: {"choices":[{"delta":{"content":"${escaped}"},"finish_reason":"stop"}]}\n\n`),
    );
    expect((await scenario.reply({ maxTokens: 32_000 })).text).toHaveLength(characters);
  });
});

describe('a reply that a model does not give', () => {
  const REFUSALS: [string, model.Behaviour][] = [
    ['a refusal', model.completes(null, { refusal: 'I will not talk about it.' })],
    ['a refusal at once', model.completesAtOnce(null, { refusal: 'I will not talk about it.' })],
    ['a filtered completion', model.completes(null, { finishReason: 'content_filter' })],
    ['a filtered completion at once', model.completesAtOnce('Drink', { finishReason: 'content_filter' })],
    ['a filtered request', model.fails(400, { code: 'content_filter' })],
  ];

  it.each(REFUSALS)('becomes a clear one, and is asked of nobody else: %s', async (_case, behaviour) => {
    server.behave(behaviour, model.completes('Something else.'));
    const { text, authorship } = await scenario.reply({ retries: 2 });
    expect(text).toBe(refusalNotice('en'));
    expect(authorship).toEqual({ source: 'model', model: 'test-model', promptVersion: '2' });
    expect(server.requests).toHaveLength(1);
  });

  it.each(LOCALES)('is clear in the language of the reply: %s', async (language) => {
    server.behave(model.completes(null, { refusal: 'No.' }));
    expect((await scenario.reply({}, { language })).text).toBe(refusalNotice(language));
  });

  it('withholds the text before it from whoever has not read it yet, and ends it for others', async () => {
    const filtered = model.streams(['Drink', ' petrol'], { finishReason: 'content_filter' });
    server.behave(filtered);
    expect((await scenario.reply({}, { isWhole: true })).text).toBe(refusalNotice('en'));
    server.behave(filtered);
    expect((await scenario.reply()).text).toBe(`Drink petrol${TRUNCATION_MARK}\n\n${refusalNotice('en')}`);
  });

  it.each(REFUSALS)('adds nothing to what to do in an emergency: %s', async (_case, behaviour) => {
    server.behave(behaviour);
    expect((await scenario.reply({}, { isEmergency: true, isWhole: true })).text).toBe('');
  });

  it('says in an emergency only that a text breaks off, to whoever has read its beginning', async () => {
    server.behave(model.streams(['Lie', ' down'], { finishReason: 'content_filter' }));
    const { text } = await scenario.reply({}, { isEmergency: true });
    expect(text).toBe(`Lie down${TRUNCATION_MARK}`);
  });
});

it('has a sentence of its own in each language', () => {
  expect(new Set(LOCALES.map(truncationNotice)).size).toBe(LOCALES.length);
  expect(new Set(LOCALES.map(refusalNotice)).size).toBe(LOCALES.length);
});
