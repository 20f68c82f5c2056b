import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange';

/** Wraps Node's request and response as an `Exchange`. */
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
