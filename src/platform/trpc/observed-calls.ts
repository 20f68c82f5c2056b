import type { ErrorCode } from '../contract/error-shape';
import { type NoLabels, counter, gauge, histogram } from '../metrics/instruments';
import { beginSpan, isTracing } from '../tracing/spans';

type Code = ErrorCode | 'OK';

/** How a call ended. */
type Ended =
  | { readonly ok: true }
  | { readonly ok: false; readonly shape: { readonly data: { readonly code: Code } } };

/** Label of calls of names that no procedure has. */
export const UNKNOWN_PROCEDURE = '(unknown)';
/** Label of requests that are refused before their calls begin. */
const WHOLE_REQUEST = '(request)';

const durations = histogram<{ procedure: string; code: Code }>({
  name: 'platform_call_duration_seconds',
  help: 'Duration of the calls of queries and mutations, by procedure and tRPC code',
  labels: ['procedure', 'code'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const streams = counter<{ procedure: string; code: Code }>({
  name: 'platform_streams_total',
  help: 'Subscriptions that ended, by procedure and tRPC code',
  labels: ['procedure', 'code'],
});

let openStreams = 0;
gauge<NoLabels>({
  name: 'platform_streams_open',
  help: 'Subscriptions that are open',
  labels: [],
  ofProcesses: 'sum',
}).observe(() => [[{}, openStreams]]);

/** Measures and traces a call. @param procedure its path, or `UNKNOWN_PROCEDURE` */
export function observeCall<E extends Ended>(procedure: string, run: () => Promise<E>): Promise<E> {
  return durations.isOn || isTracing() ? measureCall(procedure, run) : run();
}

async function measureCall<E extends Ended>(procedure: string, run: () => Promise<E>): Promise<E> {
  const since = performance.now();
  const ended = await traceCall(procedure, run);
  durations.recordSeconds({ procedure, code: codeOf(ended) }, since);
  return ended;
}

async function traceCall<E extends Ended>(procedure: string, run: () => Promise<E>): Promise<E> {
  const span = beginSpan({
    name: procedure,
    attributes: { 'rpc.system.name': 'trpc', 'rpc.method': procedure },
  });
  if (!span) return run();
  try {
    const ended = await span.run(run);
    const code = codeOf(ended);
    span.set({ 'rpc.response.status_code': code });
    if (code !== 'OK') span.fail(code);
    return ended;
  } finally {
    span.end();
  }
}

/** Counts a call whose response was stored, which takes microseconds. */
export function countStoredCall(procedure: string): void {
  durations.record({ procedure, code: 'OK' }, 0);
}

/** Counts a request that was refused before its calls began. */
export function countRefusedRequest(refusal: Ended): void {
  durations.record({ procedure: WHOLE_REQUEST, code: codeOf(refusal) }, 0);
}

/** Counts a subscription as open until it ends. @param run returns how it ended */
export async function observeStream(procedure: string, run: () => Promise<Ended>): Promise<void> {
  openStreams += 1;
  try {
    streams.add({ procedure, code: codeOf(await traceCall(procedure, run)) });
  } finally {
    openStreams -= 1;
  }
}

function codeOf(ended: Ended): Code {
  return ended.ok ? 'OK' : ended.shape.data.code;
}
