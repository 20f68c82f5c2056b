import type { IncomingMessage, ServerResponse } from 'node:http';

/** The headers of an HTTP exchange, for whoever identifies callers by them. */
export interface Exchange {
  requestHeader(name: string): string | undefined;
  /** Adds a header to the answer. Does nothing once the answer has begun. */
  appendResponseHeader(name: string, value: string): void;
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  return {
    requestHeader: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join('; ') : value;
    },
    appendResponseHeader: (name, value) => {
      if (!response.headersSent) response.appendHeader(name, value);
    },
  };
}
