import cluster from 'node:cluster';
import type { Environment } from '../config/environment';
import { collectMetrics } from './collect-metrics';
import { serveMetrics } from './metrics-server';
import { reportMetrics } from './worker-report';

/** Ends the metrics of this process. */
type EndMetrics = () => Promise<void>;

/**
 * Begins to collect the metrics of this process if `METRICS_PORT` is set, and serves them; a worker reports them to its
 * supervisor instead. Otherwise loads nothing.
 */
export async function startMetrics(
  { METRICS_PORT: port, METRICS_HOST: host, WEB_CONCURRENCY: processCount }: Environment,
  onError: (error: unknown) => void,
): Promise<EndMetrics> {
  if (port === undefined) return () => Promise.resolve();
  const registry = await collectMetrics({ processCount });
  if (cluster.isWorker) return reportMetrics(registry);
  const { contentType } = registry;
  const close = await serveMetrics({ host, port, read: () => registry.metrics(), contentType, onError });
  return () => {
    close();
    return Promise.resolve();
  };
}
