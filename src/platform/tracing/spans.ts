/** Values of spans. Never what a caller sent: a name of the program, a code, a number. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanDefinition {
  readonly name: string;
  /** `client` for a call of another server, `internal` by default. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /** `traceparent` of the request (W3C Trace Context); by default the parent is the span in which the running code was started. */
  readonly traceparent?: string | undefined;
}

/** A span that has begun. */
export interface Span {
  set(attributes: Attributes): void;
  /** @param code names the failure; not a message, which can quote values */
  fail(code: string): void;
  /** Runs work whose spans are children of this one. */
  run<T>(work: () => T): T;
  end(): void;
}

export interface Tracing {
  begin(definition: SpanDefinition): Span;
}

let tracing: Tracing | undefined;

/** Begins or ends tracing in this process. */
export function setTracing(chosen: Tracing | undefined): void {
  tracing = chosen;
}

/** Whether spans are recorded. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Begins a span; returns undefined if nothing is traced. */
export function beginSpan(definition: SpanDefinition): Span | undefined {
  return tracing?.begin(definition);
}
