import type { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { Readiness } from '../probes/readiness';
import { LAST_REQUEST_TIMEOUT_MS, finishConnections } from './retirement';

interface Running {
  readonly app: INestApplication;
  readonly server: Server;
  readonly logger: Logger;
  /** Time after SIGTERM in which requests are still accepted while `/readyz` returns 503. */
  readonly delayMs: number;
  /** Runs after the application has closed. */
  readonly afterClose: () => Promise<void>;
}

/**
 * Closes the application on the first of these signals, and then ends this process. The exit code is 0, or 1 if it cannot be
 * closed. Nest's shutdown hooks end the process without waiting for the lines that the logger still holds.
 * @returns a function that ends the process without the delay
 */
export function endOnSignals(signals: readonly NodeJS.Signals[], running: Running): () => void {
  let isEnding = false;
  const end = (delayMs: number): void => {
    if (isEnding) return;
    isEnding = true;
    void endAfter(delayMs, running);
  };
  for (const signal of signals) {
    process.on(signal, () => {
      // The other signals come from a terminal: nothing waits for a load balancer there.
      end(signal === 'SIGTERM' ? running.delayMs : 0);
    });
  }
  return () => {
    end(0);
  };
}

async function endAfter(delayMs: number, { app, server, logger, afterClose }: Running): Promise<void> {
  app.get(Readiness).beginEnd();
  if (delayMs > 0) {
    logger.info(`the process ends in ${delayMs / 1_000} seconds; /readyz returns 503`);
    await wait(delayMs);
    await finishConnections(server, LAST_REQUEST_TIMEOUT_MS);
  }
  const code = await app.close().then(
    () => 0,
    (error: unknown) => {
      logger.error({ err: error }, 'the platform could not be closed');
      return 1;
    },
  );
  await afterClose().catch((error: unknown) => {
    logger.warn({ err: error }, 'the last metrics or traces were not sent');
  });
  // Also if it fails, because nothing reads the log any more.
  await new Promise<void>((resolve) => {
    logger.flush(() => {
      resolve();
    });
  });
  process.exit(code);
}
