import type { Logger } from 'pino';
import type { Environment } from './platform/config/environment';
import { startMetrics } from './platform/metrics/start-metrics';
import { endAll } from './platform/processes/end-all';
import { startTracing } from './platform/tracing/start-tracing';

/**
 * Begins to measure and to trace this process, each if it is set.
 * @returns a function that sends what is left and ends both
 */
export async function startTelemetry(environment: Environment, logger: Logger): Promise<() => Promise<void>> {
  const endMetrics = await startMetrics(environment, (error) => {
    logger.warn({ err: error }, 'the metrics could not be read');
  });
  const endTracing = await startTracing(environment, (error) => {
    logger.warn({ err: error }, 'traces were not sent');
  });
  return () => endAll([endMetrics(), endTracing()]);
}
