import { setTimeout as wait } from 'node:timers/promises';
import { expectFasterThan } from '../../../support/expect-faster-than';
import { until } from '../../../support/until';
import * as model from '../../../support/model-server';
import { failureOf, KEY, ModelScenario, SECRET } from './model-scenario';

const scenario = new ModelScenario();

const NOT_JSON = 'the answer is not JSON, or was longer than is read';
const NOT_A_COMPLETION = 'the answer is no chat completion';
const EMPTY = 'the completion is empty';
const NO_CONNECTION = 'no connection to the model server (UND_ERR_SOCKET)';
const SILENT = 'the model server said nothing for 150 ms';
const TOO_LATE = 'no answer before the deadline';
const EVENTS = 'text/event-stream';

describe('a model server that fails', () => {
  it.each([
    ['an error 500', model.fails(500), 'the model server answered 500'],
    [
      'a refused key',
      model.fails(401, {
        message: `Incorrect API key: ${KEY}`,
        type: 'invalid_request',
        code: 'invalid_key',
      }),
      'the model server answered 401 (invalid_request, invalid_key)',
    ],
    [
      'an error that quotes the conversation in every field',
      model.fails(400, { message: SECRET, type: SECRET, code: SECRET, param: SECRET }),
      'the model server answered 400',
    ],
    ['a body that is no completion', model.sendsBody(`<html>${SECRET} Drink`), NOT_A_COMPLETION],
    ['an empty body', model.sendsBody(''), NOT_A_COMPLETION],
    ['JSON null', model.sendsBody('null'), NOT_A_COMPLETION],
    ['a body without choices', model.sendsBody('{"id":"1"}'), NOT_A_COMPLETION],
    ['an empty list of choices', model.sendsBody('{"choices":[]}'), NOT_A_COMPLETION],
    ['text of the wrong type', model.sendsBody('{"choices":[{"message":{"content":7}}]}'), NOT_A_COMPLETION],
    ['an error under status 200', model.sendsBody(`{"error":{"message":"${SECRET}"}}`), NOT_A_COMPLETION],
    ['half of a JSON body', model.sendsBody('{"choices":[{"message":{"content":"Drink'), NOT_JSON],
    ['events that are not JSON', model.sendsBody(`data: <html>${SECRET} Drink\n\n`, EVENTS), NOT_JSON],
    ['events that are no chunks', model.sendsBody('data: 7\n\n', EVENTS), NOT_A_COMPLETION],
    ['only comments', model.sendsBody(': processing\n\n', EVENTS), NOT_A_COMPLETION],
    [
      'text of the wrong type in an event',
      model.sendsBody('data: {"choices":[{"delta":{"content":7}}]}\n\n', EVENTS),
      NOT_A_COMPLETION,
    ],
    [
      'an error in an event',
      model.sendsBody(`data: {"error":{"message":"${SECRET}"}}\n\n`, EVENTS),
      'the model server broke off with an error',
    ],
    ['an empty completion', model.completes(''), EMPTY],
    ['an empty completion that is not streamed', model.completesAtOnce(''), EMPTY],
    ['a blank completion', model.streams([' \n', '\u00a0\u0000', ' ']), EMPTY],
    ['a completion without text', model.completes(null), EMPTY],
    ['only reasoning content', model.streams([], { reasoning: ['Drink', ' more'] }), EMPTY],
    ['only a <think> part', model.streams(['<thi', 'nk>Drink', ' more']), EMPTY],
    [
      'a completion that used its tokens before the first word',
      model.completes('', { finishReason: 'length' }),
      `${EMPTY}, the bound on tokens was used up (CHATBOT_MAX_REPLY_TOKENS)`,
    ],
    ['a body that breaks off', model.cutsBody, NO_CONNECTION],
    ['a connection that closes at once', model.hangsUp, NO_CONNECTION],
    ['an endless body', model.neverEnds, NOT_JSON],
    ['endless comments', model.chattersForever, NOT_A_COMPLETION],
  ])('fails with %s, and its message is not private', async (_case, behaviour, message) => {
    scenario.behave(behaviour);
    expect(await failureOf(scenario.reply())).toBe(message);
  });

  it.each([
    ['a broken connection', model.cutsConnection, NO_CONNECTION],
    [
      'a stream without [DONE]',
      model.streams(['Drink'], { finishReason: null, end: 'without done' }),
      'the answer broke off',
    ],
  ])('fails with %s if the reply is read only when complete', async (_case, behaviour, message) => {
    scenario.behave(behaviour);
    expect(await failureOf(scenario.reply({}, { isWhole: true }))).toBe(message);
  });

  it.each([
    ['body', model.neverEnds],
    ['stream of comments', model.chattersForever],
    ['reply', model.streamsForever],
  ])('closes the connection of an endless %s', async (_case, behaviour) => {
    scenario.behave(behaviour);
    await scenario.reply().catch(() => undefined);
    await until('the connection is closed', () => scenario.requests[0]?.abandoned === true);
  });

  it('fails with a connection error if no server listens', async () => {
    const reply = scenario.reply({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await failureOf(reply)).toMatch(/^no connection to the model server/);
  });

  it('fails with a redirect, which is not followed', async () => {
    const other = await model.ModelServer.start();
    scenario.behave(model.fails(307, {}, { location: `${other.baseUrl}/chat/completions` }));
    expect(await failureOf(scenario.reply())).toBe('the model server answered 307');
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('fails without the key in the message if the key is no valid header', async () => {
    const reply = scenario.reply({ apiKey: `${KEY}\nx` });
    expect(await failureOf(reply)).toMatch(/^the model server could not be asked|^no connection/);
  });
});

describe('timeouts and retries', () => {
  it('fails after the timeout without a first token, or without the end of a JSON body', async () => {
    const half: model.Behaviour = (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[{"mess');
    for (const behaviour of [model.staysSilent, half, model.streams(['Drink'], { first: 2_000 })]) {
      await expectFasterThan(1_000, async () => {
        scenario.behave(behaviour);
        const reply = scenario.reply({ timeoutMs: 150, retries: 2 });
        expect(await failureOf(reply)).toBe(SILENT);
        // On a busy machine, none arrives in time.
        expect(scenario.requests.length).toBeLessThan(2);
        scenario.stopModels();
      });
    }
  });

  it('fails after the timeout if the server sends only comments', async () => {
    scenario.behave(async (response, request) => {
      response.writeHead(200, { 'content-type': EVENTS });
      while (!request.abandoned) {
        response.write(': processing\n\n');
        await wait(30);
      }
    });
    expect(await failureOf(scenario.reply({ timeoutMs: 150 }))).toBe(SILENT);
  });

  it('does not end a slow stream whose pauses are shorter than the timeout', async () => {
    const pieces = ['Drink', ' water', ' and', ' rest', '.'];
    scenario.behave(model.streams(pieces, { between: 100, first: 100 }));
    expect((await scenario.reply({ timeoutMs: 250 })).text).toBe('Drink water and rest.');
  });

  it('does not end a stream of reasoning content', async () => {
    scenario.behave(async (response) => {
      response.writeHead(200, { 'content-type': EVENTS });
      const reason = { reasoning_content: 'Hm' };
      for (const delta of [reason, reason, { content: 'Drink water.' }]) {
        await wait(150);
        response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    });
    expect((await scenario.reply({ timeoutMs: 250 })).text).toBe('Drink water.');
  });

  it('retries after a broken connection and a 500', async () => {
    scenario.behave(model.hangsUp, model.fails(500), model.completes('Drink water.'));
    expect((await scenario.reply({ retries: 2 })).text).toBe('Drink water.');
    expect(scenario.requests).toHaveLength(3);
  });

  it.each([408, 409, 429, 500, 503])('makes all retries of the setting after a %i', async (status) => {
    scenario.behave(model.fails(status, {}, { 'retry-after-ms': '1' }));
    await failureOf(scenario.reply({ retries: 2 }));
    expect(scenario.requests).toHaveLength(3);
  });

  it.each([
    ['a refused key', model.fails(401)],
    ['an unknown model', model.fails(404)],
    ['an account without credit', model.fails(429, { code: 'insufficient_quota' }, { 'retry-after': '1' })],
    ['a body that is no completion', model.sendsBody('<html>')],
    ['an empty completion', model.completes('')],
  ])('does not retry after %s', async (_case, lasting) => {
    scenario.behave(lasting);
    await failureOf(scenario.reply({ retries: 2 }));
    expect(scenario.requests).toHaveLength(1);
  });

  it('sends a message that is refused with a 400 once more, without the schema', async () => {
    scenario.behave(model.fails(400));
    await failureOf(scenario.reply({ retries: 2 }));
    expect(scenario.requests).toHaveLength(2);
  });

  it('does not retry if no server listens', async () => {
    const settings = { baseUrl: 'http://127.0.0.1:9/v1', retries: 5 };
    await expectFasterThan(200, () => failureOf(scenario.reply(settings)));
  });

  it.each([
    ['retry-after', '1'],
    ['retry-after-ms', '1000'],
    ['retry-after', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('waits before a retry for as long as the server requests: %s', async (header, value) => {
    const requested = typeof value === 'string' ? value : value();
    scenario.behave(model.fails(429, {}, { [header]: requested }), model.completes('Drink water.'));
    await scenario.reply({ retries: 1 });
    const [first, second] = scenario.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('fails at once if the server requests a longer pause than a reply can wait', async () => {
    await expectFasterThan(1_000, async () => {
      scenario.behave(model.fails(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '3600' }));
      const reply = scenario.reply({ retries: 2 });
      expect(await failureOf(reply)).toBe('the model server answered 429 (rate_limit_exceeded)');
    });
  });

  it.each([
    ['while the server is silent', model.staysSilent],
    ['while it waits for a retry', model.fails(429, {}, { 'retry-after': '2' })],
  ])('ends at the deadline %s', async (_case, behaviour) => {
    await expectFasterThan(1_000, async () => {
      scenario.behave(behaviour);
      const reply = scenario.reply({ retries: 3 }, {}, AbortSignal.timeout(200));
      expect(await failureOf(reply)).toBe(TOO_LATE);
      expect(scenario.requests).toHaveLength(1);
    });
  });

  it('sends no request after the deadline', async () => {
    scenario.behave(model.completes('Drink water.'));
    expect(await failureOf(scenario.reply({}, {}, AbortSignal.abort()))).toBe(TOO_LATE);
    expect(scenario.requests).toHaveLength(0);
  });
});
