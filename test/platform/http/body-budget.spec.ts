import { setTimeout as wait } from 'node:timers/promises';
import { BodyBudget } from '../../../src/platform/http/body-budget';

describe('the memory for request bodies', () => {
  const create = ({ bytes = 10, bytesPerCaller = 10, timeoutMs = 300 } = {}) =>
    new BodyBudget({ bytes, bytesPerCaller, timeoutMs, content: 'bodies' });

  /** Reserves for several callers, and collects them in the order in which they got it. */
  function reserveAll(budget: BodyBudget, requests: readonly (readonly [caller: string, bytes: number])[]) {
    const order: string[] = [];
    const reservations = requests.map(async ([caller, bytes]) => {
      const reservation = await budget.reserve(caller, bytes);
      order.push(`${caller} ${bytes}`);
      return reservation;
    });
    // Those that a test leaves waiting are refused after it.
    for (const reservation of reservations) reservation.catch(() => undefined);
    return { order, reservations };
  }

  it('is given to the requests of a caller in order of arrival', async () => {
    const budget = create();
    const first = await budget.reserve('a', 8);
    const { order, reservations } = reserveAll(budget, [
      ['a', 10],
      ['a', 1],
    ]);
    await wait(10);
    expect(order).toEqual([]);
    first.release();
    for (const reservation of reservations) (await reservation).release();
    expect(order).toEqual(['a 10', 'a 1']);
  });

  it('is given to callers in turn, so that one with many requests delays others by one', async () => {
    const budget = create();
    const first = await budget.reserve('many', 10);
    const { order, reservations } = reserveAll(budget, [
      ['many', 10],
      ['many', 9],
      ['many', 8],
      ['few', 7],
    ]);
    first.release();
    for (const name of [0, 3, 1, 2]) (await reservations[name])?.release();
    expect(order).toEqual(['many 10', 'few 7', 'many 9', 'many 8']);
  });

  it('is given to others while a caller has its whole share', async () => {
    const budget = create({ bytesPerCaller: 5 });
    await budget.reserve('a', 5);
    const { order } = reserveAll(budget, [
      ['a', 1],
      ['b', 5],
    ]);
    await wait(10);
    expect(order).toEqual(['b 5']);
  });

  it('is refused with 429 to a caller that has its whole share, after a while', async () => {
    const budget = create({ bytesPerCaller: 5, timeoutMs: 10 });
    const first = await budget.reserve('a', 5);
    await expect(budget.reserve('a', 1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 10 });
    first.release();
    await budget.reserve('a', 5);
  });

  it('is refused with 503 if others have it all', async () => {
    const budget = create({ bytesPerCaller: 5, timeoutMs: 10 });
    const reservations = [await budget.reserve('a', 5), await budget.reserve('b', 5)];
    await expect(budget.reserve('c', 1)).rejects.toMatchObject({ status: 503 });
    for (const reservation of reservations) reservation.release();
    await budget.reserve('c', 5);
  });

  it('is refused at once to a caller of whom many requests wait', async () => {
    const budget = create({ bytes: 1 });
    await budget.reserve('many', 1);
    for (let request = 0; request < 64; request += 1) budget.reserve('many', 1).catch(() => undefined);
    await expect(budget.reserve('many', 1)).rejects.toMatchObject({ status: 429 });
  });

  it('is freed once, however often a reservation is released', async () => {
    const budget = create();
    const first = await budget.reserve('a', 6);
    first.shrinkTo(4);
    first.shrinkTo(5);
    await budget.reserve('a', 6);
    first.release();
    first.release();
    await budget.reserve('a', 4);
    const { order } = reserveAll(budget, [['b', 1]]);
    await wait(10);
    expect(order).toEqual([]);
  });
});
