import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { expectFasterThan } from '../../../support/expect-faster-than';
import { until } from '../../../support/until';
import * as model from '../../../support/model-server';
import { failure, KEY, ModelScenario, SECRET } from './model-scenario';

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

const NOT_JSON = 'the answer is not JSON, or was longer than is read';
const NO_COMPLETION = 'the answer is no chat completion';
const EVENTS = 'text/event-stream';

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
    ['rubbish', model.sendsBody(`<html>${SECRET} Drink`), NO_COMPLETION],
    ['an empty body', model.sendsBody(''), NO_COMPLETION],
    ['JSON null', model.sendsBody('null'), NO_COMPLETION],
    ['no choices', model.sendsBody('{"id":"1"}'), NO_COMPLETION],
    ['an empty list of choices', model.sendsBody('{"choices":[]}'), NO_COMPLETION],
    ['text of the wrong type', model.sendsBody('{"choices":[{"message":{"content":7}}]}'), NO_COMPLETION],
    ['an error under status 200', model.sendsBody(`{"error":{"message":"${SECRET}"}}`), NO_COMPLETION],
    ['half of a JSON body', model.sendsBody('{"choices":[{"message":{"content":"Drink'), NOT_JSON],
    ['events that are no JSON', model.sendsBody(`data: <html>${SECRET} Drink\n\n`, EVENTS), NOT_JSON],
    ['events of something else', model.sendsBody('data: 7\n\n', EVENTS), NO_COMPLETION],
    ['nothing but comments', model.sendsBody(': processing\n\n', EVENTS), NO_COMPLETION],
    [
      'text of the wrong type in an event',
      model.sendsBody('data: {"choices":[{"delta":{"content":7}}]}\n\n', EVENTS),
      NO_COMPLETION,
    ],
    [
      'an error in an event',
      model.sendsBody(`data: {"error":{"message":"${SECRET}"}}\n\n`, EVENTS),
      'the model server broke off with an error',
    ],
    ['an empty completion', model.completes(''), 'the completion is empty'],
    ['an empty completion at once', model.completesAtOnce(''), 'the completion is empty'],
    ['a blank completion', model.streams([' \n', '\u00a0\u0000', ' ']), 'the completion is empty'],
    ['a completion without text', model.completes(null), 'the completion is empty'],
    ['nothing but thoughts', model.streams([], { reasoning: ['Drink', ' more'] }), 'the completion is empty'],
    [
      'nothing but thoughts in its text',
      model.streams(['<thi', 'nk>Drink', ' more']),
      'the completion is empty',
    ],
    [
      'a completion that spent its tokens before the first word',
      model.completes('', { finishReason: 'length' }),
      'the completion is empty, the bound on tokens was used up (CHATBOT_MAX_REPLY_TOKENS)',
    ],
    ['a cut body', model.cutsBody, 'no connection to the model server (UND_ERR_SOCKET)'],
    [
      'a connection that is gone at once',
      model.hangsUp,
      'no connection to the model server (UND_ERR_SOCKET)',
    ],
    ['a body without end', model.neverEnds, NOT_JSON],
    ['comments without end', model.chattersForever, NO_COMPLETION],
  ])('with %s says so, and nothing private', async (_case, behaviour, message) => {
    server.behave(behaviour);
    expect(await failure(scenario.reply())).toBe(message);
  });

  it.each([
    ['a cut connection', model.cutsConnection, 'no connection to the model server (UND_ERR_SOCKET)'],
    [
      'a stream that ends before its end',
      model.streams(['Drink'], { finishReason: null, end: 'without done' }),
      'the answer broke off',
    ],
  ])('with %s says so, and nothing private, where nobody reads along', async (_case, behaviour, message) => {
    server.behave(behaviour);
    expect(await failure(scenario.reply({}, { isWhole: true }))).toBe(message);
  });

  it.each([
    ['a body', model.neverEnds],
    ['a stream of comments', model.chattersForever],
    ['a reply', model.streamsForever],
  ])('closes the connection of %s without end', async (_case, behaviour) => {
    server.behave(behaviour);
    await scenario.reply().catch(() => undefined);
    await until('the connection is closed', () => server.requests[0]?.abandoned === true);
  });

  it('with nobody listening says so', async () => {
    expect(await failure(scenario.reply({ baseUrl: 'http://127.0.0.1:9/v1' }))).toMatch(
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
    expect(await failure(scenario.reply({ apiKey: `${KEY}\nx` }))).toMatch(
      /^the model server could not be asked|^no connection/,
    );
  });
});

describe('time and attempts', () => {
  it('counts the time to the first token, and to the last byte of an answer that is not streamed', async () => {
    const half: model.Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[{"mess');
    };
    for (const behaviour of [model.staysSilent, half, model.streams(['Drink'], { first: 2_000 })]) {
      await expectFasterThan(1_000, async () => {
        server.behave(behaviour);
        const reply = scenario.reply({ timeoutMs: 150, retries: 2 });
        expect(await failure(reply)).toBe('the model server said nothing for 150 ms');
        expect(server.requests).toHaveLength(1);
        scenario.endAssistants();
      });
    }
  });

  it('counts no comment as a sign of life', async () => {
    const comments: model.Behaviour = async (response, request) => {
      response.writeHead(200, { 'content-type': EVENTS });
      while (!request.abandoned) {
        response.write(': processing\n\n');
        await wait(30);
      }
    };
    server.behave(comments);
    expect(await failure(scenario.reply({ timeoutMs: 150 }))).toBe(
      'the model server said nothing for 150 ms',
    );
  });

  it('gives a slow stream all the time it needs, while it goes on', async () => {
    const pieces = ['Drink', ' water', ' and', ' rest', '.'];
    server.behave(model.streams(pieces, { between: 100, first: 100 }));
    expect((await scenario.reply({ timeoutMs: 250 })).text).toBe('Drink water and rest.');
  });

  it('takes thinking for a sign of life', async () => {
    const thoughts: model.Behaviour = async (response) => {
      response.writeHead(200, { 'content-type': EVENTS });
      for (const delta of [
        { reasoning_content: 'Hm' },
        { reasoning_content: 'Hm' },
        { content: 'Drink water.' },
      ]) {
        await wait(150);
        response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    };
    server.behave(thoughts);
    expect((await scenario.reply({ timeoutMs: 250 })).text).toBe('Drink water.');
  });

  it('asks again after a lost connection and an error 500', async () => {
    const good = model.completes('Drink water.');
    server.behave(model.hangsUp, model.fails(500), good);
    expect((await scenario.reply({ retries: 2 })).text).toBe('Drink water.');
    expect(server.requests).toHaveLength(3);
  });

  it.each([408, 409, 429, 500, 503])(
    'makes one attempt more than the retries that are set after a %i',
    async (status) => {
      server.behave(model.fails(status, {}, { 'retry-after-ms': '1' }));
      await failure(scenario.reply({ retries: 2 }));
      expect(server.requests).toHaveLength(3);
    },
  );

  it.each([
    ['a request that it does not take', model.fails(400)],
    ['a refused key', model.fails(401)],
    ['an unknown model', model.fails(404)],
    ['an account without credit', model.fails(429, { code: 'insufficient_quota' }, { 'retry-after': '1' })],
    ['rubbish', model.sendsBody('<html>')],
    ['an empty completion', model.completes('')],
  ])('makes no second attempt after %s', async (_case, lasting) => {
    server.behave(lasting);
    await failure(scenario.reply({ retries: 2 }));
    expect(server.requests).toHaveLength(1);
  });

  it('makes no second attempt where nobody listens', async () => {
    await expectFasterThan(200, () =>
      failure(scenario.reply({ baseUrl: 'http://127.0.0.1:9/v1', retries: 5 })),
    );
  });

  it.each([
    ['retry-after', '1'],
    ['retry-after-ms', '1000'],
    ['retry-after', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('waits for as long as a server under load asks: %s', async (header, value) => {
    const asked = typeof value === 'string' ? value : value();
    server.behave(model.fails(429, {}, { [header]: asked }), model.completes('Drink water.'));
    await scenario.reply({ retries: 1 });
    const [first, second] = server.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('gives up at once where the server asks for a longer pause than a reply can wait', async () => {
    await expectFasterThan(1_000, async () => {
      server.behave(model.fails(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '3600' }));
      const reply = scenario.reply({ retries: 2 });
      expect(await failure(reply)).toBe('the model server answered 429 (rate_limit_exceeded)');
    });
  });

  it.each([
    ['while the server is silent', model.staysSilent],
    ['in the wait before the next attempt', model.fails(429, {}, { 'retry-after': '2' })],
  ])('ends at the deadline %s', async (_case, behaviour) => {
    await expectFasterThan(1_000, async () => {
      server.behave(behaviour);
      const reply = scenario.reply({ retries: 3 }, {}, AbortSignal.timeout(200));
      expect(await failure(reply)).toBe('no answer before the deadline');
      expect(server.requests).toHaveLength(1);
    });
  });

  it('does not ask at all after the deadline', async () => {
    server.behave(model.completes('Drink water.'));
    expect(await failure(scenario.reply({}, {}, AbortSignal.abort()))).toBe('no answer before the deadline');
    expect(server.requests).toHaveLength(0);
  });
});
