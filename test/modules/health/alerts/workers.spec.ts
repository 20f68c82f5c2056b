import { Workers } from '../../../../src/modules/health/alerts/workers';

describe('workers that all computations share', () => {
  /** Work that ends when it is told to, and how much of it runs. */
  class Work {
    running = 0;
    most = 0;
    private readonly ends: (() => void)[] = [];

    async run(): Promise<void> {
      this.running += 1;
      this.most = Math.max(this.most, this.running);
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

  it('do two pieces of work at once, whoever asks for them, in their order', async () => {
    const workers = new Workers(2);
    const work = new Work();
    const done: number[] = [];
    const all = Array.from({ length: 10 }, (_, index) =>
      workers.run(() => work.run()).then(() => done.push(index)),
    );
    await new Promise(setImmediate);
    expect(work.running).toBe(2);
    await work.endAll();
    await Promise.all(all);
    expect(work.most).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('answer what the work answers, and go on where it fails', async () => {
    const workers = new Workers(1);
    const fails = workers.run(() => Promise.reject(new Error('the database is away')));
    const answers = workers.run(() => Promise.resolve(7));
    await expect(fails).rejects.toThrow('the database is away');
    expect(await answers).toBe(7);
    expect(await workers.run(() => Promise.resolve(8))).toBe(8);
  });
});
