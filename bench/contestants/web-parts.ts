import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CorsOptions } from 'cors';
import type { HelmetOptions } from 'helmet';
import { type Logger, pino } from 'pino';

/** The headers and the log line that every contestant sends and writes, with the libraries that the platform uses. */

export const BASE_PATH = '/api/trpc/';
export const REQUEST_ID_HEADER = 'x-request-id';
export const SESSION_COOKIE = 'session';
export const SESSION_IDLE_SECONDS = 7_200;
export const MAX_BODY_BYTES = 1_000_000;

export const HELMET_OPTIONS: HelmetOptions = {
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    directives: {
      'default-src': ["'self'"],
      'style-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'upgrade-insecure-requests': null,
    },
  },
};

export const CORS_OPTIONS: CorsOptions = {
  origin: false,
  credentials: true,
  exposedHeaders: [REQUEST_ID_HEADER],
};

/** Returns the request id: the caller's if it is a UUID, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given)
    ? given
    : randomUUID();
}

/** Creates a logger that writes JSON lines to standard output in the background. */
export function createLogger(): Logger {
  return pino({ level: 'info', base: null }, pino.destination({ fd: 1, sync: false }));
}

/** Returns the path of a URL without its query, which holds input. */
export function pathOf(url = ''): string {
  return url.split('?', 1)[0] ?? '';
}
