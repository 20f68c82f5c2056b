import { SharedComputation } from './shared-computation';

/** The running computations, by key. Callers share the one of a key, unless one waits too long for that of another caller. */
export class SharedComputations<Result> {
  private readonly running = new Map<string, SharedComputation<Result>>();

  /** Returns the result of the running computation of a key, or of a new one. */
  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
    let before: SharedComputation<Result> | undefined;
    for (let running = this.running.get(key); running; running = this.running.get(key)) {
      // Unless another caller has begun its own meanwhile.
      if (running === before) break;
      if (await running.serves()) return running.result;
      before = running;
    }
    const computation = new SharedComputation(compute, before);
    this.running.set(key, computation);
    return computation.result.finally(() => {
      if (this.running.get(key) === computation) this.running.delete(key);
    });
  }
}
