import type { IncomingMessage, ServerResponse } from 'node:http';
import { BadRequestException } from '@nestjs/common';
import type { Exchange } from './exchange';
import { isRepeated } from './repeated-header';

/** RFC 9110, section 5.3. Node keeps the first one; a proxy may have read the last. */
const REPEATED_AUTHORIZATION = 'Authorization: the header may occur once';

/** Wraps Node's request and response as an `Exchange`. */
export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  return {
    requestHeader: (name) => {
      if (name === 'authorization' && isRepeated(request, name))
        throw new BadRequestException(REPEATED_AUTHORIZATION);
      const value = request.headers[name];
      return Array.isArray(value) ? value.join('; ') : value;
    },
    appendResponseHeader: (name, value) => {
      if (!response.headersSent) response.appendHeader(name, value);
    },
  };
}
