import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';

interface Running {
  readonly app: INestApplication;
  readonly logger: Logger;
}

/**
 * Closes the application on the first of these signals, and then ends this process. The exit code is 0, or 1 if it cannot be
 * closed. Nest's shutdown hooks end the process without waiting for the lines that the logger still holds.
 */
export function endOnSignals(signals: readonly NodeJS.Signals[], running: Running): void {
  let isEnding = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      void end(running);
    });
  }
}

async function end({ app, logger }: Running): Promise<void> {
  const code = await app.close().then(
    () => 0,
    (error: unknown) => {
      logger.error({ err: error }, 'the platform could not be closed');
      return 1;
    },
  );
  // Also if it fails, because nothing reads the log any more.
  await new Promise<void>((resolve) => {
    logger.flush(() => {
      resolve();
    });
  });
  process.exit(code);
}
