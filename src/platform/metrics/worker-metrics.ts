import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { type Metrics, type Report, reportSchema } from './worker-report';

/** Time for the processes to report. One that is busy for longer is missing in the response. */
const REPORT_TIMEOUT_MS = 2_000;

/** What only grows. It must not fall when a process ends: Prometheus would count the rest of it again. */
const GROWING_TYPES = new Set(['counter', 'histogram']);

/**
 * Adds up the metrics of all workers of this supervisor. `AggregatorRegistry.clusterMetrics` fails if one worker does not answer
 * for five seconds, and forgets the counts of those that have ended.
 */
export class WorkerMetrics {
  private readonly lastOf = new Map<number, Metrics>();
  /** Counts of the workers that have ended. */
  private ended: Metrics = [];
  private requestCount = 0;
  private readonly waiting = new Map<number, (report: Report, worker: Worker) => void>();

  constructor() {
    cluster.on('message', (worker, message: unknown) => {
      const { data } = reportSchema.safeParse(message);
      if (!data) return;
      this.lastOf.set(worker.id, data.metrics);
      if (data.request !== null) this.waiting.get(data.request)?.(data, worker);
    });
    cluster.on('exit', (worker) => {
      void this.keepCountsOf(worker);
    });
  }

  /** Returns the metrics of all workers together, in the text format of Prometheus. */
  async read(): Promise<string> {
    const reports = await this.request();
    return AggregatorRegistry.aggregate([this.ended, ...reports]).metrics();
  }

  private async request(): Promise<Metrics[]> {
    this.requestCount += 1;
    const request = this.requestCount;
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) =>
      worker?.isConnected() ? [worker] : [],
    );
    const reports = new Map<number, Metrics>();
    const complete = new Promise<void>((resolve) => {
      this.waiting.set(request, ({ metrics }, worker) => {
        reports.set(worker.id, metrics);
        if (reports.size === workers.length) resolve();
      });
      if (workers.length === 0) resolve();
    });
    for (const worker of workers) worker.send({ type: 'metrics requested', request }, () => undefined);
    const late = new AbortController();
    const timeout = wait(REPORT_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([complete, timeout]);
    late.abort();
    this.waiting.delete(request);
    // Of a worker that does not answer, the counts of its last report: they must not fall.
    return workers.map(({ id }) => reports.get(id) ?? (this.lastOf.get(id) ?? []).filter(isGrowing));
  }

  private async keepCountsOf({ id }: Worker): Promise<void> {
    const last = this.lastOf.get(id);
    this.lastOf.delete(id);
    if (!last) return;
    const sum = AggregatorRegistry.aggregate([this.ended, last.filter(isGrowing)]);
    this.ended = reportSchema.shape.metrics.parse(await sum.getMetricsAsJSON());
  }
}

function isGrowing({ type }: Metrics[number]): boolean {
  return GROWING_TYPES.has(type);
}
