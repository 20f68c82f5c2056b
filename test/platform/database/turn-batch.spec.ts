import { AsyncLocalStorage } from 'node:async_hooks';
import { TurnBatch } from '../../../src/platform/database/turn-batch';

describe('a batch of a turn of the event loop', () => {
  /** A batch that doubles numbers, with the sizes of the batches that ran. */
  function doubling(limits?: ConstructorParameters<typeof TurnBatch>[1]) {
    const sizes: number[] = [];
    const waiting: (() => void)[] = [];
    const batch = new TurnBatch<number, number>(async (items) => {
      sizes.push(items.length);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return items.map((item) => item * 2);
    }, limits);
    return { batch, sizes, finishNext: () => waiting.shift()?.() };
  }

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it('has the items that were added in the same turn, and gives each its own result', async () => {
    const { batch, sizes, finishNext } = doubling();
    const results = [1, 2, 3].map((item) => batch.add(item));
    await nextTurn();
    const later = batch.add(4);
    await nextTurn();
    finishNext();
    finishNext();
    expect(await Promise.all([...results, later])).toEqual([2, 4, 6, 8]);
    expect(sizes).toEqual([3, 1]);
  });

  it('collects the items that arrive while as many batches run as may', async () => {
    const { batch, sizes, finishNext } = doubling({ maxSize: 10, maxRunning: 1 });
    const first = batch.add(1);
    await nextTurn();
    const others = [2, 3, 4].map((item) => batch.add(item));
    await nextTurn();
    expect(sizes).toEqual([1]);
    finishNext();
    await first;
    await nextTurn();
    finishNext();
    expect(await Promise.all(others)).toEqual([4, 6, 8]);
    expect(sizes).toEqual([1, 3]);
  });

  it('is split if it has more items than a batch may have', async () => {
    const { batch, sizes, finishNext } = doubling({ maxSize: 2 });
    const results = [1, 2, 3].map((item) => batch.add(item));
    await nextTurn();
    finishNext();
    finishNext();
    expect(await Promise.all(results)).toEqual([2, 4, 6]);
    expect(sizes).toEqual([2, 1]);
  });

  it('rejects all items if it fails, and goes on with the next ones', async () => {
    let failures = 1;
    const batch = new TurnBatch<number, number>((items) => {
      failures -= 1;
      return failures === 0 ? Promise.reject(new Error('broken')) : Promise.resolve(items);
    });
    const results = await Promise.allSettled([batch.add(1), batch.add(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batch.add(3)).toBe(3);
  });

  it('rejects only the items whose result is a rejected promise or missing', async () => {
    const batch = new TurnBatch<number, number>(() =>
      Promise.resolve([Promise.reject(new Error('broken')), 2]),
    );
    const results = await Promise.allSettled([batch.add(1), batch.add(2), batch.add(3)]);
    expect(results).toMatchObject([
      { reason: { message: 'broken' } },
      { value: 2 },
      { reason: { message: 'an item of a batch has no result' } },
    ]);
  });

  it('refuses items over the limit of waiting ones, and those that have waited too long', async () => {
    const { batch, finishNext } = doubling({ maxSize: 1, maxRunning: 1, maxWaiting: 1, maxWaitMs: 20 });
    const first = batch.add(1);
    await nextTurn();
    const second = batch.add(2);
    await expect(batch.add(3)).rejects.toThrow('too many statements wait');
    await expect(second).rejects.toThrow('waited too long');
    finishNext();
    expect(await first).toBe(2);
    const next = batch.add(4);
    await nextTurn();
    finishNext();
    expect(await next).toBe(8);
  });

  it('runs outside of the context of the item that was added first', async () => {
    const storage = new AsyncLocalStorage<string>();
    const batch = new TurnBatch<number, string>((items) =>
      Promise.resolve(items.map(() => storage.getStore() ?? 'none')),
    );
    expect(await storage.run('first', () => batch.add(1))).toBe('none');
  });

  it('runs outside of the context in which it was created', async () => {
    const storage = new AsyncLocalStorage<string>();
    const batch = storage.run(
      'creator',
      () =>
        new TurnBatch<number, string>((items) =>
          Promise.resolve(items.map(() => storage.getStore() ?? 'none')),
        ),
    );
    expect(await batch.add(1)).toBe('none');
  });
});
