import { Shutdown } from '../stack/shutdown';
import { reasonOf } from '../../src/platform/config/operator-error';

/** Runs a command, stops what it started, and exits: with 1 if it failed, after its message on stderr. */
export function runCommand(command: (shutdown: Shutdown) => Promise<void>): void {
  const shutdown = new Shutdown();
  command(shutdown).then(
    () => shutdown.begin(0),
    async (error: unknown) => {
      // The shutdown has begun already, usually by Ctrl-C, and decides the exit code. An open transaction is rolled back.
      if (shutdown.hasBegun) return;
      process.stderr.write(`${reasonOf(error)}\n`);
      await shutdown.begin(1);
    },
  );
}
