import { Shutdown } from '../stack/shutdown';
import { reasonOf } from '../../src/platform/config/operator-error';

/** Does one thing in a process of its own, then stops what it started; 1 is the exit code where it failed. */
export function runToEnd(work: (shutdown: Shutdown) => Promise<void>): void {
  const shutdown = new Shutdown();
  work(shutdown).then(
    () => shutdown.begin(0),
    async (error: unknown) => {
      // Told to stop: whoever did so knows, and the database takes back what was half done.
      if (shutdown.hasBegun) return;
      process.stderr.write(`${reasonOf(error)}\n`);
      await shutdown.begin(1);
    },
  );
}
