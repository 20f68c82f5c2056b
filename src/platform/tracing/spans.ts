import type { Context } from '@opentelemetry/api';

/**
 * Values of spans: a name of the program, a code, a number. Never what a caller sent, except `platform.request_id`, which is the
 * caller's `X-Request-Id` if that has the form of a generated id.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanDefinition {
  readonly name: string;
  /** `client` for a call of another server, `internal` by default. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /** `traceparent` that a request continues (W3C Trace Context); by default the parent is the span in which the running code was started. */
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
  /** Returns undefined for work outside of requests, which is not traced. */
  begin(definition: SpanDefinition): Span | undefined;
  /** Returns the position of the running code; undefined outside of requests. */
  position(): Context | undefined;
  runForAll<T>(positions: readonly Context[], work: () => T): T;
}

/** A position in a trace. */
export type Position = Context;

let tracing: Tracing | undefined;

/** Begins or ends tracing in this process. */
export function setTracing(chosen: Tracing | undefined): void {
  tracing = chosen;
}

/** Whether spans are recorded. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Begins a span; returns undefined if the work is not traced. */
export function beginSpan(definition: SpanDefinition): Span | undefined {
  return tracing?.begin(definition);
}

/** Returns the position of the running code, for `runForAll`; undefined if it is not traced. */
export function currentPosition(): Position | undefined {
  return tracing?.position();
}

/** Runs work that serves several requests: its spans are children of the first position, with links to the others. */
export function runForAll<T>(positions: readonly (Position | undefined)[], work: () => T): T {
  return tracing
    ? tracing.runForAll(
        positions.filter((position) => position !== undefined),
        work,
      )
    : work();
}
