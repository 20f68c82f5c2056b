/** Where the page opens. */
export const START = 'overview';

/** The address of a part of the page, in the renderer's own terms. */
export function addressOf(part: string): string {
  return `#?route=${part}`;
}

/** The part that shows an operation. */
export function partOf(method: string, path: string): string {
  return `${method}-${path.replace(/[\s#:?&={}-]+/g, '-')}`;
}

/** The part that the address names, if it does. */
export function currentPart(): string {
  const query = new URLSearchParams(location.hash.split('?')[1]);
  return query.get('route') || START;
}
