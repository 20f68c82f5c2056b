import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { REQUEST_ID_HEADER } from '../logging/request-id';
import type { Header } from './security-headers';

interface SocketRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly Header[];
}

/** Returns a response, as bytes of a connection that closes after it, to what was not read as a request. */
export function formatSocketRefusal({ status, text, headers }: SocketRefusal): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${randomUUID()}`,
    'Content-Type: text/plain; charset=utf-8',
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}
