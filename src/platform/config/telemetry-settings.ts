import { z } from 'zod';
import { integer, url } from './setting-types';

/** Settings of metrics and traces. */
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
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      'OpenTelemetry collector to which traces are sent, as OTLP over HTTP in JSON (`http://collector:4318`); off if unset',
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'expected a number from 0 to 1, such as 0.05')
    .transform(Number)
    .prefault('1')
    .describe(
      'part of the requests that is traced, from 0 to 1; a `traceparent` header of a trusted proxy decides for its own request',
    ),
  OTEL_SERVICE_NAME: z.string().default('health-platform').describe('name of the platform in traces'),
} as const;
