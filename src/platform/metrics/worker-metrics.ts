import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { type Metrics, type Report, reportSchema } from './worker-report';

/** Time for the processes to report. One that is busy for longer is missing in the response. */
const REPORT_TIMEOUT_MS = 2_000;

/** Time in which the last report of a worker can arrive after its end. */
const LAST_REPORT_TIMEOUT_MS = 5_000;

/** What only grows. It must not fall when a process ends: Prometheus would count the rest of it again. */
const GROWING_TYPES = new Set(['counter', 'histogram']);

/**
 * Adds up the metrics of all workers of this supervisor. `AggregatorRegistry.clusterMetrics` fails if one worker does not answer
 * for five seconds, and forgets the counts of those that have ended.
 */
export class WorkerMetrics {
  /** By worker, until its counts are added to those of all that have ended. */
  private readonly lastOf = new Map<number, Metrics>();
  /** Counts of the workers that ended some time ago. */
  private ended: Metrics = [];
  private adding: Promise<void> = Promise.resolve();
  private requestCount = 0;
  private readonly waiting = new Map<number, (report: Report, worker: Worker) => void>();

  constructor() {
    cluster.on('message', (worker, message: unknown) => {
      const { data } = reportSchema.safeParse(message);
      if (!data) return;
      this.lastOf.set(worker.id, data.metrics);
      if (data.request !== null) this.waiting.get(data.request)?.(data, worker);
    });
    cluster.on('exit', ({ id }) => {
      setTimeout(() => {
        // If it fails, the last report itself stays in the sum.
        this.adding = this.adding.then(() => this.addToEnded(id)).catch(() => undefined);
      }, LAST_REPORT_TIMEOUT_MS).unref();
    });
  }

  /** Returns the metrics of all workers together, in the text format of Prometheus. */
  async read(): Promise<string> {
    const reported = await this.request();
    // Of a worker that has ended or does not answer, the counts of its last report: they must not fall.
    const reports = [...this.lastOf].map(([id, last]) => reported.get(id) ?? last.filter(isGrowing));
    return AggregatorRegistry.aggregate([this.ended, ...reports]).metrics();
  }

  /** Returns the reports of the workers that answer in time, by worker. */
  private async request(): Promise<ReadonlyMap<number, Metrics>> {
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
    return reports;
  }

  private async addToEnded(id: number): Promise<void> {
    const last = this.lastOf.get(id) ?? [];
    const sum = AggregatorRegistry.aggregate([this.ended, last.filter(isGrowing)]);
    this.ended = reportSchema.shape.metrics.parse(await sum.getMetricsAsJSON());
    this.lastOf.delete(id);
  }
}

function isGrowing({ type }: Metrics[number]): boolean {
  return GROWING_TYPES.has(type);
}
