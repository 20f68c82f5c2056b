import { ResultCache } from '../../../../src/modules/health/alerts/result-cache';

describe('ResultCache', () => {
  let now: number;
  let computations: number;
  let cache: ResultCache<number>;

  beforeEach(() => {
    now = 1_000;
    computations = 0;
    cache = new ResultCache(() => now);
  });

  /** Creates a computation that takes some time on the clock. */
  function computeIn(milliseconds: number): () => Promise<number> {
    return () => {
      computations += 1;
      const result = computations;
      return Promise.resolve().then(() => {
        now += milliseconds;
        return result;
      });
    };
  }

  function fail(): Promise<number> {
    return Promise.reject(new Error('the database is away'));
  }

  it('computes a result once for concurrent callers', async () => {
    const all = await Promise.all([1, 2, 3].map(() => cache.get('*', computeIn(10))));
    expect(all).toEqual([1, 1, 1]);
  });

  it('computes a result for each key', async () => {
    await Promise.all([cache.get('KE', computeIn(10)), cache.get('TZ', computeIn(10))]);
    expect(computations).toBe(2);
  });

  it('does not cache results of fast computations', async () => {
    await cache.get('*', computeIn(299));
    expect(await cache.get('*', computeIn(299))).toBe(2);
  });

  it('returns a result for twenty times its computation time', async () => {
    await cache.get('*', computeIn(1_000));
    now += 19_999;
    expect(await cache.get('*', computeIn(1_000))).toBe(1);
    expect(computations).toBe(1);
  });

  it('returns a fresh result for at most five minutes', async () => {
    await cache.get('*', computeIn(60_000));
    now += 5 * 60_000 - 1;
    await cache.get('*', computeIn(1));
    expect(computations).toBe(1);
    now += 1;
    await cache.get('*', computeIn(1));
    expect(computations).toBe(2);
  });

  it('returns a stale result while one caller computes a new one', async () => {
    await cache.get('*', computeIn(1_000));
    now += 20_000;
    const both = [cache.get('*', computeIn(1_000)), cache.get('*', computeIn(1_000))];
    expect(await Promise.all(both)).toEqual([1, 1]);
    await new Promise(setImmediate);
    expect(await cache.get('*', computeIn(1_000))).toBe(2);
    expect(computations).toBe(2);
  });

  it('computes a new result after an hour', async () => {
    await cache.get('*', computeIn(1_000));
    now += 60 * 60_000;
    expect(await cache.get('*', computeIn(1_000))).toBe(2);
  });

  it('does not cache failures', async () => {
    const both = [cache.get('*', fail), cache.get('*', fail)];
    for (const one of both) await expect(one).rejects.toThrow('the database is away');
    expect(await cache.get('*', computeIn(10))).toBe(1);
  });

  it('returns the stale result if the computation of a new one fails, and computes again at the next call', async () => {
    await cache.get('*', computeIn(1_000));
    now += 20_000;
    expect(await cache.get('*', fail)).toBe(1);
    await new Promise(setImmediate);
    expect(await cache.get('*', computeIn(1_000))).toBe(1);
    await new Promise(setImmediate);
    expect(await cache.get('*', computeIn(1_000))).toBe(2);
  });

  it('holds at most two hundred results', async () => {
    for (let key = 0; key <= 200; key += 1) await cache.get(String(key), computeIn(400));
    expect(computations).toBe(201);
    await cache.get('200', computeIn(400));
    expect(computations).toBe(201);
    await cache.get('0', computeIn(400));
    expect(computations).toBe(202);
  });
});
