import type { Environment } from '../config/environment';
import { setTracing } from './spans';

/**
 * Begins to trace this process if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Otherwise loads nothing.
 * @returns a function that sends the last spans and ends tracing
 */
export async function startTracing(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  }: Environment,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { OtlpTracing } = await import('./otlp-tracing.js');
  const tracing = new OtlpTracing({ endpoint, serviceName, ratio, onError });
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await tracing.end();
  };
}
