import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { type LoadPlan, type LoadResult, loadResultSchema } from './plan';

const eventSchema = z.tuple([loadResultSchema]).rest(z.unknown());

/** The load process, started once: its code is compiled when the first measured round begins. */
export class LoadClient {
  private constructor(private readonly child: ChildProcess) {}

  static start(): LoadClient {
    return new LoadClient(fork(join(__dirname, 'load-process.js')));
  }

  /** @throws Error if a response was not 200, or the load process ended */
  async run(plan: LoadPlan): Promise<LoadResult> {
    this.child.send(plan);
    const ended = new AbortController();
    const exit = once(this.child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('the load process ended');
    });
    exit.catch(() => undefined);
    try {
      const message = once(this.child, 'message', { signal: ended.signal });
      const [result] = eventSchema.parse(await Promise.race([message, exit]));
      if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.failure}`);
      return result;
    } finally {
      ended.abort();
    }
  }

  stop(): void {
    this.child.disconnect();
    this.child.kill();
  }
}
