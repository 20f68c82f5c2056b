import { once } from 'node:events';
import { Agent, type IncomingMessage, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../../../dev/stack/processes';
import { until } from '../../support/until';
import { MeasuredServer } from './measured-server';
import { sumOf } from './metrics-reader';

const CALLS = 'platform_call_duration_seconds_count';
const LABELS = { procedure: 'specialties.list', code: 'OK' };

describe('the metrics of several processes', () => {
  let measured: MeasuredServer;

  beforeEach(async () => {
    measured = await MeasuredServer.start({ WEB_CONCURRENCY: '2' });
    await untilProcesses(2);
  });

  afterEach(() => measured.close());

  const untilProcesses = (count: number) =>
    until(
      `${count} processes report`,
      async () => sumOf(await measured.samples(), 'platform_processes') === count,
    );

  async function makeCalls(count: number): Promise<void> {
    // Each has a connection of its own, which the kernel gives to any process.
    await Promise.all(Array.from({ length: count }, () => measured.anyone.get('specialties.list')));
  }

  it('are the sum of all', async () => {
    await makeCalls(40);
    const samples = await measured.samples();
    expect(sumOf(samples, CALLS, LABELS)).toBe(40);
    expect(sumOf(samples, 'platform_processes_expected')).toBe(2);
  });

  it('keep the counts of processes that were killed', async () => {
    await makeCalls(40);
    await measured.samples();
    const killed = measured.server.workerIds();
    for (const id of killed) process.kill(id, 'SIGKILL');
    // At each time: what fell once would count twice.
    await until('other processes report', async () => {
      const samples = await measured.samples();
      expect(sumOf(samples, CALLS, LABELS)).toBe(40);
      return !killed.some(isAlive) && sumOf(samples, 'platform_processes') === 2;
    });
    // Later than their last reports can arrive.
    await wait(6_000);
    expect(sumOf(await measured.samples(), CALLS, LABELS)).toBe(40);
  });

  it('keep the counts of processes that end in a rolling restart, also those since the last read', async () => {
    await makeCalls(40);
    measured.server.restart();
    await until('the restart ends', () => measured.server.log.includes('restarted 2 of 2 processes'));
    await untilProcesses(2);
    expect(sumOf(await measured.samples(), CALLS, LABELS)).toBe(40);
  });

  it('are those of the other processes if one does not answer, and its counts stay', async () => {
    await makeCalls(40);
    await measured.samples();
    const [paused = 0] = measured.server.workerIds();
    process.kill(paused, 'SIGSTOP');
    const samples = await measured.samples();
    process.kill(paused, 'SIGCONT');
    expect(sumOf(samples, 'platform_processes')).toBe(1);
    expect(sumOf(samples, CALLS, LABELS)).toBe(40);
  });

  it('do not keep the program from ending while Prometheus has a connection', async () => {
    const agent = new Agent({ keepAlive: true });
    try {
      const request = get({ host: '127.0.0.1', port: measured.metricsPort, path: '/metrics', agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      expect(await measured.server.stop({ within: 15_000 })).toMatchObject({ code: 0 });
    } finally {
      agent.destroy();
    }
  });
});
