import { beginSession } from '../support/platform';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { type RawResponse, sendRequest } from '../support/raw-request';
import { ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { DatabaseLink } from '../platform/outages/database-link';
import { type Times, summarize } from './times';

const FIRST_CALLS = 10;
const LATER_CALLS = 40;

/** Limits in milliseconds. */
const REFUSAL_LIMIT = 2_000;
const EMERGENCY_LIMIT = 1_000;
const LIVENESS_LIMIT = 100;
const RECOVERY_LIMIT = 2_000;

const RECORD = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const NO_SESSION: Readonly<Record<string, string>> = {};
const EMERGENCY = { message: 'my chest hurts badly and I cannot breathe' };

describe.each(['refused', 'silent'] as const)('an outage: connections are %s', (state) => {
  let opened: OpenDatabase;
  let link: DatabaseLink;
  let server: ServerProcess;
  let cookie = '';

  beforeAll(async () => {
    opened = await openDatabase();
    link = await DatabaseLink.to(opened.url);
    cookie = await beginSession(opened.dataSource, {
      role: 'doctor',
      country: 'KE',
      email: 'doctor@example.org',
    });
    server = await ServerProcess.start({
      DATABASE_URL: link.url,
      LOG_LEVEL: 'error',
      // As in production, in place of those of tests.
      DATABASE_LOCK_TIMEOUT_MS: '',
      DATABASE_ANSWER_TIMEOUT_MS: '',
    });
    await until('the session works', async () => (await readAccount()).status === 200);
    await sendEmergency({ cookie });
  });

  afterAll(async () => {
    await server.stop();
    await link.close();
    await opened.close();
  });

  function readAccount(): Promise<RawResponse> {
    return sendRequest(server.origin, { method: 'GET', path: '/api/trpc/auth.me', headers: { cookie } });
  }

  function post(procedure: string, input: object, headers: Readonly<Record<string, string>>) {
    return sendRequest(server.origin, {
      path: `/api/trpc/${procedure}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ 0: { json: input } }),
    });
  }

  function sendEmergency(headers: Readonly<Record<string, string>>): Promise<RawResponse> {
    return post('chatbot.sendMessage', EMERGENCY, headers);
  }

  function callAsDoctor(index: number): Promise<RawResponse> {
    return index % 2 === 0 ? readAccount() : post('consultations.record', RECORD, { cookie });
  }

  /** Makes calls that have to return a status. */
  async function measure(
    name: string,
    { status, calls }: { status: number; calls: readonly (() => Promise<RawResponse>)[] },
  ): Promise<Times> {
    const all: number[] = [];
    for (const call of calls) all.push(await timeOf(call, status));
    return print(name, summarize(all));
  }

  function print(name: string, times: Times): Times {
    const { median, worst } = times;
    process.stdout.write(`${state}: ${name} ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms\n`);
    return times;
  }

  it('is noticed and refused in time, and emergencies get their advice', async () => {
    await link.enter(state);
    const first = Array.from({ length: FIRST_CALLS }, (_, index) => timeOf(() => callAsDoctor(index), 503));
    const advice = [{ cookie }, NO_SESSION].map((headers) => timeOf(() => sendEmergency(headers), 200));
    expect(print('first calls', summarize(await Promise.all(first))).worst).toBeLessThan(REFUSAL_LIMIT);
    expect(print('first emergencies', summarize(await Promise.all(advice))).worst).toBeLessThan(
      EMERGENCY_LIMIT,
    );
  });

  it('is answered at once from then on, as long as it lasts', async () => {
    const before = { attempts: link.attempts.length, at: performance.now() };
    const later = Array.from({ length: LATER_CALLS }, (_, index) => () => callAsDoctor(index));
    expect((await measure('later calls', { status: 503, calls: later })).worst).toBeLessThan(REFUSAL_LIMIT);
    const emergencies = Array.from({ length: LATER_CALLS }, () => () => sendEmergency({ cookie }));
    const advised = await measure('later emergencies', { status: 200, calls: emergencies });
    expect(advised.worst).toBeLessThan(EMERGENCY_LIMIT);
    const livez = () => sendRequest(server.origin, { method: 'GET', path: '/livez', headers: {} });
    const alive = await measure('/livez', {
      status: 200,
      calls: Array.from({ length: LATER_CALLS }, () => livez),
    });
    expect(alive.worst).toBeLessThan(LIVENESS_LIMIT);
    const seconds = (performance.now() - before.at) / 1_000;
    const perSecond = (link.attempts.length - before.attempts) / seconds;
    process.stdout.write(`${state}: ${perSecond.toFixed(1)} connections per second\n`);
    expect(perSecond).toBeLessThan(3);
  });

  it('ends with the return of the database', async () => {
    const before = link.attempts.length;
    const begun = performance.now();
    await link.heal();
    await until('calls succeed', async () => (await readAccount()).status === 200);
    const milliseconds = performance.now() - begun;
    const connections = link.attempts.length - before;
    process.stdout.write(
      `${state}: calls succeed after ${milliseconds.toFixed(0)} ms, with ${connections} connections\n`,
    );
    expect(milliseconds).toBeLessThan(RECOVERY_LIMIT);
  });
});

async function timeOf(call: () => Promise<RawResponse>, status: number): Promise<number> {
  const begun = performance.now();
  const response = await call();
  const milliseconds = performance.now() - begun;
  expect({ status: response.status, text: response.text }).toEqual({ status, text: response.text });
  return milliseconds;
}
