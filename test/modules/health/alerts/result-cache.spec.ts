import { ResultCache } from '../../../../src/modules/health/alerts/result-cache';

describe('results that are kept', () => {
  let now: number;
  let computed: number;
  let kept: ResultCache<number>;

  beforeEach(() => {
    now = 1_000;
    computed = 0;
    kept = new ResultCache(() => now);
  });

  /** A computation that takes so long on the clock. */
  function taking(milliseconds: number): () => Promise<number> {
    return () => {
      computed += 1;
      const result = computed;
      return Promise.resolve().then(() => {
        now += milliseconds;
        return result;
      });
    };
  }

  function failing(): Promise<number> {
    return Promise.reject(new Error('the database is away'));
  }

  it('are computed once for all that ask meanwhile', async () => {
    const all = await Promise.all([1, 2, 3].map(() => kept.get('*', taking(10))));
    expect(all).toEqual([1, 1, 1]);
  });

  it('are computed for each key', async () => {
    await Promise.all([kept.get('KE', taking(10)), kept.get('TZ', taking(10))]);
    expect(computed).toBe(2);
  });

  it('are not kept where computing is fast, so that they are never old', async () => {
    await kept.get('*', taking(299));
    expect(await kept.get('*', taking(299))).toBe(2);
  });

  it('are as good as new for twenty times as long as computing took', async () => {
    await kept.get('*', taking(1_000));
    now += 19_999;
    expect(await kept.get('*', taking(1_000))).toBe(1);
    expect(computed).toBe(1);
  });

  it('are as good as new for five minutes at most', async () => {
    await kept.get('*', taking(60_000));
    now += 5 * 60_000 - 1;
    await kept.get('*', taking(1));
    expect(computed).toBe(1);
    now += 1;
    await kept.get('*', taking(1));
    expect(computed).toBe(2);
  });

  it('are then answered while one caller’s new one is computed, for which nobody waits', async () => {
    await kept.get('*', taking(1_000));
    now += 20_000;
    const both = [kept.get('*', taking(1_000)), kept.get('*', taking(1_000))];
    expect(await Promise.all(both)).toEqual([1, 1]);
    await new Promise(setImmediate);
    expect(await kept.get('*', taking(1_000))).toBe(2);
    expect(computed).toBe(2);
  });

  it('are computed anew after an hour', async () => {
    await kept.get('*', taking(1_000));
    now += 60 * 60_000;
    expect(await kept.get('*', taking(1_000))).toBe(2);
  });

  it('are never failures', async () => {
    const both = [kept.get('*', failing), kept.get('*', failing)];
    for (const one of both) await expect(one).rejects.toThrow('the database is away');
    expect(await kept.get('*', taking(10))).toBe(1);
  });

  it('stay where a new one fails, and the next caller tries again', async () => {
    await kept.get('*', taking(1_000));
    now += 20_000;
    expect(await kept.get('*', failing)).toBe(1);
    await new Promise(setImmediate);
    expect(await kept.get('*', taking(1_000))).toBe(1);
    await new Promise(setImmediate);
    expect(await kept.get('*', taking(1_000))).toBe(2);
  });

  it('are not more than two hundred', async () => {
    for (let key = 0; key <= 200; key += 1) await kept.get(String(key), taking(400));
    expect(computed).toBe(201);
    await kept.get('200', taking(400));
    expect(computed).toBe(201);
    await kept.get('0', taking(400));
    expect(computed).toBe(202);
  });
});
