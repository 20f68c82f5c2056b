import './platform/logging/source-maps';
import 'reflect-metadata';
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Environment, processEnvironment, readEnvironment } from './platform/config/environment';
import { reasonOf } from './platform/config/operator-error';
import { ignoreGroupSignals } from './platform/processes/retirement';

async function main(): Promise<void> {
  if (cluster.isWorker) ignoreGroupSignals();
  const environment = readEnvironment(processEnvironment());
  if (cluster.isPrimary && environment.WEB_CONCURRENCY > 1) {
    process.exitCode = await supervise(environment);
    return;
  }
  const { serve } = await import('./serve.js');
  await serve(environment);
}

/** Runs several processes of this program. The supervisor itself loads only what it needs. */
async function supervise(environment: Environment): Promise<number> {
  const { Supervisor } = await import('./platform/processes/supervisor.js');
  let logger: Promise<Logger> | undefined;
  const loadLogger = (): Promise<Logger> =>
    (logger ??= import('./platform/logging/logger.js').then(({ createLogger }) => createLogger(environment)));
  const log = async (level: 'info' | 'warn', message: string): Promise<void> => {
    (await loadLogger())[level](message);
  };
  const supervisor = new Supervisor({
    script: __filename,
    workerCount: environment.WEB_CONCURRENCY,
    shutdownDelayMs: environment.SHUTDOWN_DELAY_SECONDS * 1_000,
    log: (level, message) => void log(level, message),
  });
  const closeMetrics = await superviseMetrics(environment, async (error) => {
    (await loadLogger()).warn({ err: error }, 'the metrics could not be read');
  });
  try {
    return await supervisor.run();
  } finally {
    closeMetrics();
  }
}

/** Serves the metrics of all processes if `METRICS_PORT` is set, and returns a function that ends it. */
async function superviseMetrics(
  environment: Environment,
  onError: (error: unknown) => Promise<void>,
): Promise<() => void> {
  const { METRICS_PORT: port } = environment;
  if (port === undefined) return () => undefined;
  const metrics = await import('./platform/metrics/supervise-metrics.js');
  return metrics.superviseMetrics(environment, { port, onError: (error) => void onError(error) });
}

main().catch((error: unknown) => {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exit(1);
});

/** Returns a sentence for errors that the operator can correct, and the stack of any other error. */
function formatStartError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && code === 'EADDRINUSE')
    return `${error.message}: the port is taken; PORT, or METRICS_PORT, changes it`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `The database that DATABASE_URL names does not answer (${code})`;
  }
  return reasonOf(error);
}
