import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange';

/** The exchange of one request and its answer. */
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
