import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/app-router';
import { type Session, sessionEndedError } from '../api/session';
import type { Connection } from './connection';

/**
 * Rejects every call of a stored page as one without a connection, and checks the connection. The page does not know whose cookie
 * the call would have: a message must not become another account's. If the session is known to have ended, it says so.
 */
export function storedPageLink(connection: Connection, session: Session): TRPCLink<AppRouter> {
  return () => () =>
    observable((observer) => {
      void connection.check();
      observer.error(
        session.hasEnded
          ? sessionEndedError()
          : TRPCClientError.from(new TypeError('this page is a stored one')),
      );
    });
}
