import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request has several headers of a name. Node keeps only the first one of some.
 * @param name in lower case
 */
export function isRepeated({ headers, rawHeaders }: IncomingMessage, name: string): boolean {
  if (headers[name] === undefined) return false;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
