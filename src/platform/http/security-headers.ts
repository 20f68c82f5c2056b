import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Environment } from '../config/environment';

export type Header = readonly [name: string, value: string];

/**
 * Returns the headers that Helmet sets. They are the same for every response, so Helmet computes them once. They tell browsers
 * to use https only if `PUBLIC_URL` is https.
 */
export function securityHeaders(environment: Environment): readonly Header[] {
  return recordHeaders(createHelmet(environment));
}

/** Returns the headers that a middleware sets for a request without headers. */
export function recordHeaders(
  middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void,
): readonly Header[] {
  const request = new IncomingMessage(new Socket());
  const response = new HeaderRecorder(request);
  middleware(request, response, (error) => {
    if (error instanceof Error) throw error;
  });
  return [...response.recorded.values()];
}

/** Records headers with their names as they were written. */
class HeaderRecorder extends ServerResponse {
  readonly recorded = new Map<string, Header>();

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.recorded.set(name.toLowerCase(), [name, String(value)]);
    return this;
  }

  override removeHeader(name: string): void {
    this.recorded.delete(name.toLowerCase());
  }
}

function createHelmet({ PUBLIC_URL, VITE_ORIGIN }: Environment): ReturnType<typeof helmet> {
  const https = PUBLIC_URL.startsWith('https:');
  return helmet({
    strictTransportSecurity: https,
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'style-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': https ? [] : null,
        ...(VITE_ORIGIN !== undefined && viteSources(VITE_ORIGIN)),
      },
    },
  });
}

/** Sources of pages in development: modules of Vite's server, styles that they insert, and its web socket. */
function viteSources(origin: string): Record<string, string[]> {
  return {
    'script-src': ["'self'", origin],
    'style-src': ["'self'", "'unsafe-inline'"],
    'connect-src': ["'self'", origin, origin.replace(/^http/, 'ws')],
  };
}
