import { bulkhead } from 'cockatiel';

describe('the limit of concurrent computations of alerts', () => {
  /** Work that waits until it is ended, and its concurrency. */
  class Work {
    running = 0;
    maxRunning = 0;
    private readonly ends: (() => void)[] = [];

    async run(): Promise<void> {
      this.running += 1;
      this.maxRunning = Math.max(this.maxRunning, this.running);
      await new Promise<void>((resolve) => this.ends.push(resolve));
      this.running -= 1;
    }

    async endAll(): Promise<void> {
      for (let end = this.ends.shift(); end; end = this.ends.shift()) {
        end();
        await new Promise(setImmediate);
      }
    }
  }

  it('runs two computations at once, and queued ones in order', async () => {
    const limit = bulkhead(2, Infinity);
    const work = new Work();
    const done: number[] = [];
    const all = Array.from({ length: 10 }, (_, index) =>
      limit.execute(() => work.run()).then(() => done.push(index)),
    );
    await new Promise(setImmediate);
    expect(work.running).toBe(2);
    await work.endAll();
    await Promise.all(all);
    expect(work.maxRunning).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('returns the result of a computation, and continues after a failure', async () => {
    const limit = bulkhead(1, Infinity);
    const failing = limit.execute(() => Promise.reject(new Error('the database is away')));
    const succeeding = limit.execute(() => Promise.resolve(7));
    await expect(failing).rejects.toThrow('the database is away');
    expect(await succeeding).toBe(7);
    expect(await limit.execute(() => Promise.resolve(8))).toBe(8);
  });
});
