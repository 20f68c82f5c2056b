import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Environment } from '../config/environment';
import { CallerAddresses } from '../http/address';
import type { RefusedAccess, RefusedAccessLog } from '../refusals/refused-access-log';

const CODES: Readonly<Record<number, RefusedAccess['code']>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' };

/** Express's route of a request. Its path has no values of the caller. */
const routeSchema = z.object({ route: z.object({ path: z.string() }) });

/**
 * Creates a function that logs a request of a plain route if its response refuses access, whatever refused it: a guard, a
 * handler or a page. Call it within the request's `AsyncLocalStorage`, which names request and account in the line.
 */
export function createRefusedRouteLog(
  refused: RefusedAccessLog,
  environment: Environment,
): (request: IncomingMessage, response: ServerResponse) => void {
  const addresses = new CallerAddresses(environment);
  return (request, response) => {
    // A closed connection has no address.
    const address = addresses.of(request);
    const record = (): void => {
      const code = CODES[response.statusCode];
      if (!code) return;
      const path = routeSchema.safeParse(request).data?.route.path;
      refused.record({ path, code, address });
    };
    response.once('close', AsyncResource.bind(record));
  };
}
