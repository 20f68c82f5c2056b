import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { OtlpTracing } from '../../../src/platform/tracing/otlp-tracing';
import { fakeClocks } from '../../support/fake-clocks';
import { ModelServer, streams } from '../../support/model-server';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { PlainCaller } from '../../support/plain-caller';
import { beginSession } from '../../support/platform';
import { sendRequest } from '../../support/raw-request';
import { ServerProcess } from '../../support/server-process';
import { until } from '../../support/until';
import { type ReceivedSpan, TraceCollector } from './trace-collector';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN}-01`;
const NOT_RECORDED = `00-${TRACE_ID}-${CALLER_SPAN}-00`;

const PATIENT = 'sentinel-patient-10482';
const MESSAGE = 'sentinel question about a cold';
const REPLY = 'sentinel reply';
const EMAIL = 'sentinel@example.org';

/** Calls at the same time, so that one statement looks up several sessions. */
const CONCURRENT = 30;

const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** Sends calls of `auth.me` on connections that the server has accepted before, and resolves when all are answered. */
async function sendTogether(origin: string, cookie: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const sockets = Array.from({ length: CONCURRENT }, () => connect(Number(port), hostname));
  await Promise.all(
    sockets.map((socket) => {
      socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
      return once(socket, 'data');
    }),
  );
  const request = `GET /api/trpc/auth.me HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  await Promise.all(
    sockets.map((socket) => {
      socket.write(request);
      return text(socket);
    }),
  );
}

describe('the traces of a platform', () => {
  let collector: TraceCollector;
  let database: OpenDatabase;
  let model: ModelServer;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    database = await openDatabase();
    model = await ModelServer.start();
    model.behave(streams([REPLY], { usage: true }));
    const server = await ServerProcess.start({
      ...database.settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      TRUST_PROXY: '1',
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'small-model',
    });
    const account = { role: 'doctor', country: 'KE', email: EMAIL, name: 'Sentinel' } as const;
    const cookie = await beginSession(database.dataSource, account);
    const doctor = new PlainCaller(server.origin, cookie);
    await sendRequest(server.origin, {
      path: '/api/trpc/consultations.record',
      headers: { 'content-type': 'application/json', cookie, traceparent: TRACEPARENT },
      body: JSON.stringify({
        0: {
          json: { patientId: PATIENT, pathologyName: 'Malaria', consultationDate: '2026-05-06T07:08:09Z' },
        },
      }),
    });
    await new PlainCaller(server.origin).get('auth.me');
    await fetch(`${server.origin}/livez`, { headers: { traceparent: NOT_RECORDED } });
    await doctor.batch(['auth.me'], ['consultations.list', { patientId: PATIENT, limit: 0 }]);
    await doctor.post('chatbot.sendMessage', { message: MESSAGE });
    await sendTogether(server.origin, cookie);
    await fetch(`${server.origin}/nowhere/${PATIENT}?${PATIENT}`);
    // The last spans are sent at the end.
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    await model.close();
    await database.close();
    await collector.close();
  });

  const spansOf = (name: string): ReceivedSpan[] => collector.spans.filter((span) => span.name === name);
  const childrenOf = ({ spanId }: ReceivedSpan): ReceivedSpan[] =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  function only(spans: readonly ReceivedSpan[]): ReceivedSpan {
    const [span, ...others] = spans;
    if (!span || others.length > 0) throw new Error(`${spans.length} spans instead of one`);
    return span;
  }

  it('continue that of the trusted proxy: request, procedure, statements by name', () => {
    const request = only(collector.spans.filter(({ parentSpanId }) => parentSpanId === CALLER_SPAN));
    expect(request).toMatchObject({
      traceId: TRACE_ID,
      name: 'POST /api/trpc/consultations.record',
      kind: SERVER,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/trpc/consultations.record',
        'http.response.status_code': 200,
      },
    });
    const procedure = only(childrenOf(request));
    expect(procedure).toMatchObject({
      traceId: TRACE_ID,
      name: 'consultations.record',
      kind: INTERNAL,
      attributes: { 'rpc.method': 'consultations.record', 'rpc.response.status_code': 'OK' },
    });
    const statements = childrenOf(procedure);
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['find_sessions', 'record_consultation']),
    );
    expect(statements.map(({ kind }) => kind)).toEqual(statements.map(() => CLIENT));
    expect(statements.map(({ attributes }) => attributes['db.system.name'])).toEqual(
      statements.map(() => 'postgresql'),
    );
  });

  it('have no request of which the trusted proxy says that it is not recorded', () => {
    expect(collector.spans.filter(({ name }) => name.includes('/livez'))).toEqual([]);
  });

  it('have the tRPC code of a call that was refused', () => {
    const refused = only(
      spansOf('auth.me').filter(({ attributes }) => attributes['rpc.response.status_code'] !== 'OK'),
    );
    expect(refused).toMatchObject({
      attributes: { 'rpc.response.status_code': 'UNAUTHORIZED', 'error.type': 'UNAUTHORIZED' },
      status: { code: ERROR },
    });
  });

  it('have each call of a batch under its request', () => {
    const request = only(collector.spans.filter(({ name }) => name.endsWith('/auth.me,consultations.list')));
    expect(
      childrenOf(request)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['auth.me', 'consultations.list']);
  });

  it('have the call of a model with its tokens', () => {
    const call = only(spansOf('chat small-model'));
    expect(call).toMatchObject({
      kind: CLIENT,
      attributes: {
        'server.address': new URL(model.baseUrl).host,
        'gen_ai.request.model': 'small-model',
        'gen_ai.usage.output_tokens': 1,
        'platform.model.outcome': 'complete',
      },
    });
    const message = only(spansOf('chatbot.sendMessage'));
    expect(call.traceId).toBe(message.traceId);
  });

  it('name unknown paths ?', () => {
    expect(spansOf('GET ?')).toHaveLength(1);
  });

  it('have links from a statement of several requests to each of them', () => {
    const lookups = spansOf('find_sessions');
    const traces = lookups.flatMap(({ traceId, links }) => [traceId, ...links.map((link) => link.traceId)]);
    // The requests with a session: these, and the record, the batch and the message before.
    expect(new Set(traces).size).toBe(CONCURRENT + 3);
    expect(lookups.length).toBeLessThan(traces.length);
  });

  it('have the name of the service', () => {
    expect([...collector.services]).toEqual(['health-platform']);
  });

  it('have nothing of patients, messages, replies and accounts, and no SQL', () => {
    const hidden = [PATIENT, MESSAGE, REPLY, EMAIL, 'entinel', 'Malaria', 'SELECT', 'INSERT'];
    expect(hidden.filter((one) => collector.received.includes(one))).toEqual([]);
    expect(collector.spans.length).toBeGreaterThan(10);
  });
});

describe('traces that the collector refuses', () => {
  /** Are sent at once, because a batch has no more. */
  const BATCH = 512;

  it('are reported once in five minutes', async () => {
    fakeClocks(['performance']);
    const collector = await TraceCollector.start();
    collector.status = 400;
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const tracing = new OtlpTracing({ endpoint: collector.endpoint, serviceName: 'test', ratio: 1, onError });
    let sent = 0;
    const send = async () => {
      for (let count = 0; count < BATCH; count += 1) tracing.begin({ name: 'test', kind: 'server' })?.end();
      sent += BATCH;
      await until('the spans arrive', () => collector.spans.length === sent);
    };
    try {
      await send();
      await until('the failure is reported', () => errors.length === 1);
      await send();
      jest.advanceTimersByTime(4 * 60_000);
      await send();
      expect(errors).toHaveLength(1);
      jest.advanceTimersByTime(60_000);
      await send();
      await until('the failure is reported again', () => errors.length === 2);
      await send();
      await tracing.end();
      expect(errors).toHaveLength(2);
    } finally {
      jest.useRealTimers();
      await collector.close();
    }
  });
});

describe('the traces of a platform that trusts no proxy', () => {
  it.each([
    ['1', NOT_RECORDED, 1],
    ['0', TRACEPARENT, 0],
  ])('follow OTEL_TRACES_SAMPLER_ARG=%s, whatever %s says', async (ratio, sent, count) => {
    const collector = await TraceCollector.start();
    const database = await openDatabase();
    const server = await ServerProcess.start({
      ...database.settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_TRACES_SAMPLER_ARG: ratio,
    });
    try {
      await fetch(`${server.origin}/api/trpc/auth.me`, { headers: { traceparent: sent } });
      expect(await server.stop()).toMatchObject({ code: 0 });
      const requests = collector.spans.filter(({ kind }) => kind === SERVER);
      expect(requests.filter(({ name }) => name === 'GET /api/trpc/auth.me')).toHaveLength(count);
      expect(collector.received).not.toContain(TRACE_ID);
      expect(collector.received).not.toContain(CALLER_SPAN);
    } finally {
      server.kill();
      await database.close();
      await collector.close();
    }
  });
});

describe('a platform whose collector does not answer', () => {
  it('serves, and logs it at the end', async () => {
    const database = await openDatabase();
    const server = await ServerProcess.start({
      ...database.settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    });
    try {
      const { status } = await new PlainCaller(server.origin).get('specialties.list');
      expect(status).toBe(200);
      const { code, stdout } = await server.stop();
      expect(code).toBe(0);
      expect(stdout.match(/traces were not sent/g)).toHaveLength(1);
    } finally {
      server.kill();
      await database.close();
    }
  });
});
