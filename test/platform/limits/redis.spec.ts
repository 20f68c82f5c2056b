import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../../dev/stack/ports';
import { MinuteLimit } from '../../../src/platform/limits/minute-limit';
import { RateLimits } from '../../../src/platform/limits/rate-limits';
import { testEnvironment } from '../../support/environment';
import { until } from '../../support/until';

const LIMIT = 10;

const isInstalled = (() => {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    process.stdout.write('redis-server is not installed: the limits in Redis are not tested\n');
    return false;
  }
})();

(isInstalled ? describe : describe.skip)('limits in Redis', () => {
  let port: number;
  let redis: ChildProcess;
  let processes: RateLimits[];
  let names = 0;

  const startRedis = () => {
    redis = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1']);
  };
  const endRedis = async () => {
    const ended = once(redis, 'exit');
    redis.kill('SIGKILL');
    await ended;
  };
  /** The same limit in two processes. */
  const newLimits = (): readonly MinuteLimit[] => {
    names += 1;
    return processes.map((limits) => limits.perMinute(`limit ${names}`, LIMIT));
  };
  /** Uses a key in both processes in turn, and returns how often it was within the limit. */
  const countAdmitted = async (limits: readonly MinuteLimit[], uses = 3 * LIMIT): Promise<number> => {
    const waits = await Promise.all(
      Array.from({ length: uses }, async (_none, use) => limits[use % limits.length]?.consume('a key')),
    );
    return waits.filter((seconds) => seconds === undefined).length;
  };
  /** On a busy machine, an answer of Redis may be late, and each process counts for itself until the next one. */
  const untilShared = () => until('Redis counts', async () => (await countAdmitted(newLimits())) === LIMIT);

  beforeAll(async () => {
    port = await findFreePort('127.0.0.1');
    startRedis();
    const environment = testEnvironment({ REDIS_URL: `redis://127.0.0.1:${port}` });
    processes = [await RateLimits.create(environment), await RateLimits.create(environment)];
  });

  afterAll(async () => {
    for (const limits of processes) limits.onApplicationShutdown();
    await endRedis();
  });

  it('count for all processes', async () => {
    await untilShared();
  });

  it('count in each process while Redis is down, and for all again after its return', async () => {
    await endRedis();
    expect(await countAdmitted(newLimits(), 4 * LIMIT)).toBe(2 * LIMIT);
    startRedis();
    await untilShared();
  });

  it('count in each process while Redis is silent, and soon without a wait', async () => {
    redis.kill('SIGSTOP');
    try {
      expect(await countAdmitted(newLimits(), 4 * LIMIT)).toBe(2 * LIMIT);
      const [limit] = newLimits();
      await until('a count does not wait', async () => {
        const start = performance.now();
        await limit?.consume('a key');
        return performance.now() - start < 50;
      });
    } finally {
      redis.kill('SIGCONT');
    }
    await untilShared();
  });
});
