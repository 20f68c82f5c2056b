import type { IncomingMessage } from 'node:http';

const HEADERS = ['accept', 'accept-encoding', 'accept-language', 'if-none-match'] as const;

/** Several times what browsers send. Each range is compared with each format, which would take a tenth of a second for 16 kB. */
const MAX_CHARACTERS = 1_000;

/** Forgets the last ranges of headers that offer too many, and the last tags of `If-None-Match`. */
export function limitNegotiation({ headers }: Pick<IncomingMessage, 'headers'>): void {
  for (const name of HEADERS) {
    const value = headers[name];
    if (value !== undefined && value.length > MAX_CHARACTERS)
      headers[name] = value.slice(0, Math.max(0, value.lastIndexOf(',', MAX_CHARACTERS)));
  }
}
