import { type Span, beginSpan, isTracing } from '../tracing/spans';
import { sqlStateOf } from './send-query';

/** Runs a statement within a span with its name: without its text, which is in the source, and without its values. */
export function traceStatement<T>(name: string, run: () => Promise<T>): Promise<T> {
  return isTracing() ? runTraced(name, run) : run();
}

async function runTraced<T>(name: string, run: () => Promise<T>): Promise<T> {
  const span = beginSpan({
    name,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
  });
  try {
    return await (span ? span.run(run) : run());
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span?.end();
  }
}

function fail(span: Span | undefined, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error;
  span?.fail(sqlStateOf(error) ?? name);
}
