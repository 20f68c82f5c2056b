import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MinuteLimit } from '../../../src/platform/limits/minute-limit';
import { until } from '../../support/until';

const LIMIT = 150;

describe('a limit per minute', () => {
  let counter: RateLimiterMemory;
  let first: MinuteLimit;
  let second: MinuteLimit;

  beforeEach(() => {
    counter = new RateLimiterMemory({ points: LIMIT, duration: 60 });
    // Like two processes with one Redis.
    first = new MinuteLimit(counter, LIMIT, 'first');
    second = new MinuteLimit(counter, LIMIT, 'second');
  });

  const reported = async (key: string) => (await counter.get(key))?.consumedPoints;

  it('waits for the counter at the first use of a key, and not while many are left', async () => {
    expect(first.count('a', 1)).toBeInstanceOf(Promise);
    await first.count('a', 1);
    expect(first.count('a', 1)).toMatchObject({ isOver: false, limit: LIMIT, remaining: LIMIT - 3 });
  });

  it('reports the uses that it granted from memory', async () => {
    await first.count('a', 1);
    for (let use = 0; use < 20; use += 1) expect(first.count('a', 1)).not.toBeInstanceOf(Promise);
    await until('all uses are counted', async () => (await reported('a')) === 21);
  });

  it('learns what others used when it reports', async () => {
    await first.count('a', 1);
    await second.count('a', 30);
    await first.count('a', 1);
    await until('it is reported', async () => (await reported('a')) === 32);
    expect(await first.count('a', 1)).toMatchObject({ remaining: LIMIT - 33 });
  });

  it('admits exactly as many uses as the limit, and refuses the next', async () => {
    const standings = [];
    for (let use = 0; use <= LIMIT; use += 1) standings.push(await first.count('a', 1));
    expect(standings.filter(({ isOver }) => !isOver)).toHaveLength(LIMIT);
    expect(standings.at(-1)).toMatchObject({ isOver: true, remaining: 0 });
    expect(await first.count('b', 1)).toMatchObject({ isOver: false });
  });

  it('refuses more uses at once than are left', async () => {
    await first.count('a', 10);
    expect(await first.count('a', LIMIT)).toMatchObject({ isOver: true });
  });
});
