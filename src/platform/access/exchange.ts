/** The headers of an HTTP exchange, for whoever identifies callers by them. */
export interface Exchange {
  requestHeader(name: string): string | undefined;
  /** Adds a header to the answer. Does nothing once the answer has begun. */
  appendResponseHeader(name: string, value: string): void;
}
