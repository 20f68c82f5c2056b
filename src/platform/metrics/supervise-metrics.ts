import { Registry } from 'prom-client';
import type { Environment } from '../config/environment';
import { serveMetrics } from './metrics-server';
import { WorkerMetrics } from './worker-metrics';

/**
 * Serves the metrics of all workers of this supervisor together.
 * @param port of `METRICS_PORT`
 * @returns a function that closes the server and its connections, which keep the supervisor from ending
 */
export async function superviseMetrics(
  { METRICS_HOST: host }: Pick<Environment, 'METRICS_HOST'>,
  { port, onError }: { port: number; onError: (error: unknown) => void },
): Promise<() => void> {
  const workers = new WorkerMetrics();
  const contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  return serveMetrics({ host, port, read: () => workers.read(), contentType, onError });
}
