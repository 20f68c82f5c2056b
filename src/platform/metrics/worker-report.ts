import type { Registry } from 'prom-client';
import { z } from 'zod';

/** The supervisor's message to a process that is to report its metrics. */
export const reportRequestSchema = z.object({ type: z.literal('metrics requested'), request: z.int() });

type ReportRequest = z.output<typeof reportRequestSchema>;

/** The metrics of a process, as `Registry.getMetricsAsJSON` returns them. */
export const reportSchema = z.object({
  type: z.literal('metrics'),
  /** The request that this answers; null in the last report of a process that ends. */
  request: z.int().nullable(),
  metrics: z.array(z.looseObject({ name: z.string(), type: z.string() })),
});

export type Report = z.output<typeof reportSchema>;
export type Metrics = Report['metrics'];

/**
 * Reports the metrics of this process to the supervisor when it requests them.
 * @returns a function that sends a last report, so that the end of the process loses no counts
 */
export function reportMetrics(registry: Registry): () => Promise<void> {
  process.on('message', (message) => {
    const { data } = reportRequestSchema.safeParse(message);
    if (data) void sendReport(registry, data.request);
  });
  return () => sendReport(registry, null);
}

async function sendReport(registry: Registry, request: ReportRequest['request'] | null): Promise<void> {
  // Sent as JSON, so that functions in it are left out.
  const metrics = await registry.getMetricsAsJSON();
  await new Promise<void>((resolve) => {
    if (!process.connected || !process.send) {
      resolve();
      return;
    }
    // Also if it fails: then the supervisor has ended.
    process.send({ type: 'metrics', request, metrics }, undefined, undefined, () => {
      resolve();
    });
  });
}
