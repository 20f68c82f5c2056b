import { once } from 'node:events';
import { createServer } from 'node:http';
import { CUT_ENDING } from '../../src/chatbot/assistant/openai/completion';
import * as model from '../support/model-server';
import { failure, KEY, ModelScenario, SECRET } from './model-scenario';

let scenario: ModelScenario;
let server: model.ModelServer;
beforeAll(async () => {
  scenario = await ModelScenario.start();
  server = scenario.server;
});
afterAll(() => server.close());

async function milliseconds(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

describe('a model server that fails', () => {
  it.each([
    ['an error 500', model.fails(500), 'the model server answered 500'],
    [
      'a refused key',
      model.fails(401, {
        message: `Incorrect API key: ${KEY}`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      }),
      'the model server answered 401 (invalid_request_error, invalid_api_key)',
    ],
    [
      'an error that quotes the conversation in every field',
      model.fails(400, { message: SECRET, type: SECRET, code: SECRET, param: SECRET }),
      'the model server answered 400',
    ],
    ['rubbish', model.says(`<html>${SECRET} Drink`), 'the answer is not JSON, or was longer than is read'],
    ['an empty body', model.says(''), 'the answer is not JSON, or was longer than is read'],
    ['JSON null', model.says('null'), 'the answer is no chat completion'],
    ['no choices', model.says('{"id":"1"}'), 'the answer is no chat completion'],
    ['an empty list of choices', model.says('{"choices":[]}'), 'the answer is no chat completion'],
    [
      'text of the wrong type',
      model.says('{"choices":[{"message":{"content":7}}]}'),
      'the answer is no chat completion',
    ],
    [
      'an error under status 200',
      model.says(`{"error":{"message":"${SECRET}"}}`),
      'the answer is no chat completion',
    ],
    ['an empty completion', model.completes(''), 'the completion is empty'],
    ['a blank completion', model.completes(' \n\u00a0\u0000 '), 'the completion is empty'],
    ['a completion without text', model.completes(null), 'the completion is empty'],
    [
      'a completion that spent its tokens before the first word',
      model.completes('', { finishReason: 'length' }),
      'the completion is empty, the bound on tokens was used up (CHATBOT_MAX_REPLY_TOKENS)',
    ],
    [
      'a refusal',
      model.completes(null, { refusal: 'I will not talk about Drink.' }),
      'the model refused to answer',
    ],
    [
      'a filtered completion',
      model.completes('Drink', { finishReason: 'content_filter' }),
      'the answer was withheld by a content filter',
    ],
    ['a cut connection', model.cutsConnection, 'no connection to the model server (UND_ERR_SOCKET)'],
    ['a body without end', model.neverEnds, 'the answer is not JSON, or was longer than is read'],
  ])('with %s says so, and nothing private', async (_case, behaviour, message) => {
    server.behave(behaviour);
    expect(await failure(scenario.reply())).toBe(message);
  });

  it('closes the connection of a body without end', async () => {
    server.behave(model.neverEnds);
    await failure(scenario.reply());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.requests[0]?.abandoned).toBe(true);
  });

  it('with nobody listening says so', async () => {
    expect(await failure(scenario.reply({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }))).toMatch(
      /^no connection to the model server/,
    );
  });

  it('is not followed to another server', async () => {
    const other = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    const reached = jest.fn();
    other.on('request', reached);
    await once(other, 'listening');
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    server.behave(model.fails(307, {}, { location: `http://127.0.0.1:${port}/v1/chat/completions` }));
    expect(await failure(scenario.reply())).toBe('the model server answered 307');
    expect(reached).not.toHaveBeenCalled();
    other.close();
  });

  it('does not show a key that cannot be sent', async () => {
    expect(await failure(scenario.reply({ OPENAI_API_KEY: `${KEY}\nx` }))).toBe(
      'the model server could not be asked',
    );
  });
});

describe('time and attempts', () => {
  it('counts an attempt’s time to the last byte of the answer', async () => {
    for (const behaviour of [model.staysSilent, model.stallsInTheMiddle]) {
      server.behave(behaviour);
      expect(await failure(scenario.reply({ OPENAI_TIMEOUT_MS: 150 }))).toBe(
        'the model server did not answer within 150 ms',
      );
      expect(server.requests).toHaveLength(1);
    }
  });

  it('asks again after a slow first byte, a cut connection, an error 500', async () => {
    const good = model.completes('Drink water.');
    server.behave(model.after(2_000, good), model.cutsConnection, model.fails(500), good);
    const { text } = await scenario.reply({ OPENAI_TIMEOUT_MS: 200, OPENAI_MAX_RETRIES: 3 });
    expect(text).toBe('Drink water.');
    expect(server.requests).toHaveLength(4);
  });

  it('makes one attempt more than the retries that are set, and none after an error that stays', async () => {
    server.behave(model.fails(503, {}, { 'retry-after-ms': '1' }));
    await failure(scenario.reply({ OPENAI_MAX_RETRIES: 2 }));
    expect(server.requests).toHaveLength(3);
    for (const lasting of [
      model.fails(400),
      model.fails(401),
      model.fails(429, { code: 'insufficient_quota' }),
    ]) {
      server.behave(lasting);
      await failure(scenario.reply({ OPENAI_MAX_RETRIES: 2 }));
      expect(server.requests).toHaveLength(1);
    }
  });

  it('waits for as long as a server under load asks', async () => {
    server.behave(model.fails(429, {}, { 'retry-after': '1' }), model.completes('Drink water.'));
    await scenario.reply({ OPENAI_MAX_RETRIES: 1 });
    const [first, second] = server.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('gives up at once where the server asks for a longer pause than a reply may take', async () => {
    server.behave(model.fails(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '3600' }));
    const work = failure(scenario.reply({ OPENAI_MAX_RETRIES: 2 }));
    expect(await milliseconds(work)).toBeLessThan(1_000);
    expect(await work).toBe('the model server answered 429 (rate_limit_exceeded)');
  });

  it.each([
    ['while the server is silent', model.staysSilent],
    ['in the middle of the answer', model.stallsInTheMiddle],
    ['in the wait before the next attempt', model.fails(429, {}, { 'retry-after': '9' })],
  ])('ends at the deadline %s', async (_case, behaviour) => {
    server.behave(behaviour);
    const work = failure(scenario.reply({ OPENAI_MAX_RETRIES: 3 }, AbortSignal.timeout(200)));
    expect(await milliseconds(work)).toBeLessThan(1_000);
    expect(await work).toBe('no answer before the deadline');
    expect(server.requests).toHaveLength(1);
  });

  it('does not ask at all after the deadline', async () => {
    server.behave(model.completes('Drink water.'));
    expect(await failure(scenario.reply({}, AbortSignal.abort()))).toBe('no answer before the deadline');
    expect(server.requests).toHaveLength(0);
  });
});

describe('the text of a reply', () => {
  it('shows that a completion was cut at its bound', async () => {
    server.behave(model.completes('Drink water and ', { finishReason: 'length' }));
    expect((await scenario.reply()).text).toBe(`Drink water and${CUT_ENDING}`);
  });

  it('is cut where a server ignores the bound on tokens', async () => {
    server.behave(model.completes('🩺'.repeat(5_000)));
    const { text } = await scenario.reply({ CHATBOT_MAX_REPLY_TOKENS: 16 });
    expect(text.length).toBeLessThanOrEqual(160 + CUT_ENDING.length);
    expect(text.endsWith(CUT_ENDING)).toBe(true);
    expect(text.isWellFormed()).toBe(true);
  });

  it('is read whole at the longest that can be configured, every character escaped', async () => {
    const characters = 320_000;
    server.behave(model.says(`{"choices":[{"message":{"content":"${'\\u00e9'.repeat(characters)}"}}]}`));
    const { text } = await scenario.reply({ CHATBOT_MAX_REPLY_TOKENS: 32_000 });
    expect(text).toHaveLength(characters);
  });

  it('holds nothing that PostgreSQL refuses', async () => {
    server.behave(
      model.says(
        '{"model":"m\\u0000\\ud800","choices":[{"message":{"content":"\\u0000Drink \\ud83d water"}}]}',
      ),
    );
    expect(await scenario.reply()).toEqual({
      text: 'Drink \ufffd water',
      source: 'openai',
      model: 'm\ufffd',
    });
  });

  it('is taken whatever content type the server gives it', async () => {
    server.behave(model.says('{"choices":[{"message":{"content":"Drink water."}}]}', 'text/plain'));
    expect(await scenario.reply()).toMatchObject({ text: 'Drink water.', model: 'test-model' });
  });
});
