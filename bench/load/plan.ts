import { z } from 'zod';

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});

export const loadPlanSchema = z.object({
  origin: z.string(),
  /** Sent in turn, from another one on each connection. */
  requests: z.array(requestSchema).min(1),
  connections: z.number(),
  seconds: z.number(),
  /** Requests per second at regular times; without it, each connection sends the next one after a response. */
  rate: z.number().optional(),
});

/** Load for one server. */
export type LoadPlan = z.output<typeof loadPlanSchema>;
export type LoadRequest = z.output<typeof requestSchema>;

export const loadResultSchema = z.object({
  responses: z.number(),
  /** From the first request to the last response. */
  seconds: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Responses that were not 200, and failed requests: their number and an example. */
  failures: z.number(),
  failure: z.string().optional(),
});

export type LoadResult = z.output<typeof loadResultSchema>;

/** Returns a value below which a share of sorted values lies; 0 without values. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
