import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Link,
  type Span as ApiSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  createContextKey,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Attributes, Span, SpanDefinition, Tracing } from './spans';

const SCOPE = 'health-platform';
const PATH = '/v1/traces';

const ERROR_INTERVAL_MS = 5 * 60_000;

/** Time for the last spans when the process ends. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

/** Key of the positions to which spans have links. */
const LINKED = createContextKey('linked positions');

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

interface OtlpOptions {
  /** Address of the collector, without the path of traces. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Part of the requests that is traced, from 0 to 1, without those that continue a trace. */
  readonly ratio: number;
  /** Called when spans are not sent, at most once in five minutes. */
  readonly onError: (error: unknown) => void;
}

/**
 * Records spans with OpenTelemetry, and sends them to a collector in the background. The `traceparent` that a request continues
 * decides whether it is recorded.
 */
export class OtlpTracing implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly current = new AsyncLocalStorage<Context>();

  constructor({ endpoint, serviceName, ratio, onError }: OtlpOptions) {
    setGlobalErrorHandler(seldom(onError));
    const exporter = new OTLPTraceExporter({ url: endpoint.replace(/\/$/, '') + PATH });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer(SCOPE);
  }

  begin({ name, kind = 'internal', attributes = {}, traceparent }: SpanDefinition): Span | undefined {
    const parent = kind === 'server' ? remoteParent(traceparent) : this.current.getStore();
    if (!parent) return undefined;
    const links = linksOf(parent);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, parent);
    return new OtlpSpan(span, (work) => this.current.run(trace.setSpan(parent, span), work));
  }

  position(): Context | undefined {
    return this.current.getStore();
  }

  runForAll<T>(positions: readonly Context[], work: () => T): T {
    const [first, ...others] = positions;
    if (!first) return work();
    return this.current.run(others.length === 0 ? first : first.setValue(LINKED, others), work);
  }

  /**
   * Sends the spans that wait.
   * @throws DOMException TimeoutError if the collector does not answer in time
   */
  async end(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new DOMException('the collector of traces did not answer in time', 'TimeoutError'));
      }, SHUTDOWN_TIMEOUT_MS);
    });
    await Promise.race([this.provider.shutdown(), late]).finally(() => {
      clearTimeout(timer);
    });
  }
}

function remoteParent(traceparent: string | undefined): Context {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

/** Returns links to the other requests that a statement of several requests serves. */
function linksOf(context: Context): Link[] {
  const linked = context.getValue(LINKED);
  if (!Array.isArray(linked)) return [];
  return linked.flatMap((position: Context) => {
    const spanContext = trace.getSpanContext(position);
    return spanContext ? [{ context: spanContext }] : [];
  });
}

function seldom(report: (error: unknown) => void): (error: unknown) => void {
  let reportedAt = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - reportedAt < ERROR_INTERVAL_MS) return;
    reportedAt = now;
    report(error);
  };
}

class OtlpSpan implements Span {
  readonly run: Span['run'];

  constructor(
    private readonly span: ApiSpan,
    run: Span['run'],
  ) {
    this.run = run;
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  fail(code: string): void {
    this.span.setAttribute('error.type', code);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}
