import { z } from 'zod';
import { integer } from './setting-types';

/** Settings of metrics. */
export const telemetrySettings = {
  METRICS_PORT: integer(1, 65_535)
    .optional()
    .describe('port of the metrics for Prometheus, at `/metrics`, for all processes together; off if unset'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'address on which `METRICS_PORT` listens: this machine by default; metrics need no login, so never an address that callers reach',
    ),
} as const;
