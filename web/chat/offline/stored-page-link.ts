import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/app-router';
import type { Connection } from './connection';

/**
 * Rejects every call of a stored page as one without a connection, and checks the connection. The page does not know whose cookie
 * the call would have: a message must not become another account's.
 */
export function storedPageLink(connection: Connection): TRPCLink<AppRouter> {
  return () => () =>
    observable((observer) => {
      void connection.check();
      observer.error(TRPCClientError.from(new TypeError('this page is a stored one')));
    });
}
