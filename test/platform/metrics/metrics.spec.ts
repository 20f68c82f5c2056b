import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { queryServer } from '../../support/query-server';
import { until } from '../../support/until';
import { MeasuredServer } from './measured-server';
import { type Sample, sumOf } from './metrics-reader';
import { makeTraffic } from './traffic';

const CALLS = 'platform_call_duration_seconds_count';

describe('the metrics of one process', () => {
  let measured: MeasuredServer;
  let samples: Sample[];

  beforeAll(async () => {
    measured = await MeasuredServer.start({ CALLS_PER_MINUTE_PER_ADDRESS: '1000' });
    await makeTraffic(measured);
    samples = await measured.samples();
  });

  afterAll(() => measured.close());

  /** Counts the statements on imported files that wait for a lock. */
  async function countWaiting(): Promise<number> {
    const [row] = await queryServer(
      measured.settings.DATABASE_URL,
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM import_file%'`,
    );
    return Number(row?.count);
  }

  it.each([
    ['specialties.list', 'OK', 2],
    ['auth.me', 'OK', 1],
    ['auth.me', 'UNAUTHORIZED', 1],
    ['consultations.record', 'OK', 1],
    ['chatbot.sendMessage', 'OK', 2],
    ['(unknown)', 'NOT_FOUND', 1],
  ])('count the calls of %s with %s', (procedure, code, count) => {
    expect(sumOf(samples, CALLS, { procedure, code })).toBe(count);
  });

  it('have buckets of durations, which add up', () => {
    const labels = { procedure: 'auth.me', code: 'OK', le: '+Inf' };
    expect(sumOf(samples, 'platform_call_duration_seconds_bucket', labels)).toBe(1);
  });

  it('count emergencies by language and sign, without anything else', () => {
    const emergencies = samples.filter(({ name }) => name === 'platform_emergencies_total');
    expect(emergencies).toEqual([
      { name: 'platform_emergencies_total', labels: { language: 'en', sign: 'unconscious' }, value: 1 },
    ]);
  });

  it('count calls and tokens of the model server', () => {
    const server = new URL(measured.model.baseUrl).host;
    const calls = { server, outcome: 'complete' };
    expect(sumOf(samples, 'platform_model_call_duration_seconds_count', calls)).toBe(2);
    expect(sumOf(samples, 'platform_model_tokens_total', { server, kind: 'completion' })).toBe(2);
    expect(sumOf(samples, 'platform_replies_total', { source: 'model' })).toBe(2);
    expect(samples).toContainEqual({
      name: 'platform_circuits_open',
      labels: { circuit: `model ${server}` },
      value: 0,
    });
  });

  it('have connections and waiting calls of each kind of work, and no others', () => {
    const waiting = samples.filter(({ name }) => name === 'platform_database_lane_waiting');
    expect(waiting.map(({ labels }) => labels.work)).toEqual(['interactive', 'statistics', 'bulk', 'fhir']);
    expect(sumOf(samples, 'platform_database_connections')).toBeGreaterThan(0);
    expect(sumOf(samples, 'platform_database_available')).toBe(1);
  });

  it('read both metrics of imports with one statement', async () => {
    await measured.withLock('import_file', async () => {
      const reading = measured.samples();
      await until('a statement waits for the lock', async () => (await countWaiting()) > 0);
      // Another one would begin at the same time.
      await wait(100);
      expect(await countWaiting()).toBe(1);
      await reading;
    });
  });

  it('have the delay of the event loop', () => {
    expect(sumOf(samples, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0);
  });

  it('have the alerts by rule', () => {
    const rules = samples.filter(({ name }) => name === 'platform_alerts').map(({ labels }) => labels.rule);
    expect(rules).toEqual(['notifiable', 'ears-c2', 'moving-epidemic']);
  });

  it('count each call of a streamed batch', async () => {
    const labels = { procedure: 'specialties.list', code: 'OK' };
    const before = sumOf(await measured.samples(), CALLS, labels);
    const path = '/api/trpc/specialties.list,specialties.list,auth.me?batch=1';
    const response = await fetch(measured.server.origin + path, {
      headers: { 'trpc-accept': 'application/jsonl' },
    });
    expect(await response.text()).toContain('UNAUTHORIZED');
    const after = await measured.samples();
    expect(sumOf(after, CALLS, labels)).toBe(before + 2);
    expect(sumOf(after, CALLS, { procedure: 'auth.me', code: 'UNAUTHORIZED' })).toBe(2);
  });

  it('do not grow with names that no procedure has', async () => {
    for (let index = 0; index < 20; index += 1) await measured.anyone.get(`invented.name${index}`);
    const after = await measured.samples();
    expect(sumOf(after, CALLS, { procedure: '(unknown)' })).toBe(21);
    expect(JSON.stringify(after)).not.toContain('invented');
  });

  it('count requests that one connection may not send, by the name of the limit', async () => {
    const { hostname, port } = new URL(measured.server.origin);
    const socket = connect(Number(port), hostname);
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40));
    expect(await text(socket)).toContain('HTTP/1.1 429');
    const after = await measured.samples();
    expect(sumOf(after, 'platform_limits_hit_total', { limit: 'pipelined requests' })).toBeGreaterThan(0);
  });

  it('count no refused access as a limit, also not in a flood', async () => {
    const calls = Array.from({ length: 45 }, () => ['auth.me'] as const);
    for (let batch = 0; batch < 2; batch += 1) await measured.anyone.batch(...calls);
    const limits = (await measured.samples()).filter(({ name }) => name === 'platform_limits_hit_total');
    expect(limits.map(({ labels }) => labels.limit)).not.toContain('access');
  });

  it('count calls over a limit', async () => {
    const calls = Array.from({ length: 30 }, () => ['specialties.list'] as const);
    for (let count = 0; count < 1_000; count += calls.length) await measured.anyone.batch(...calls);
    const after = await measured.samples();
    expect(sumOf(after, 'platform_limits_hit_total', { limit: 'local calls per address' })).toBeGreaterThan(
      0,
    );
    expect(sumOf(after, CALLS, { procedure: '(request)', code: 'TOO_MANY_REQUESTS' })).toBeGreaterThan(0);
  });

  it('are not served by the port of the platform', async () => {
    const { status } = await fetch(`${measured.server.origin}/metrics`);
    expect(status).toBe(404);
  });

  it.each([
    ['/', 'GET', 404],
    ['/metrics', 'POST', 405],
  ])('are not at %s by %s', async (path, method, expected) => {
    const { status } = await fetch(`http://127.0.0.1:${measured.metricsPort}${path}`, { method });
    expect(status).toBe(expected);
  });
});
