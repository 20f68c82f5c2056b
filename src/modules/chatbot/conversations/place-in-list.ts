import { isUuid } from '../../../shared/identifier';

/** Where in a list of conversations, the last used first, a page ends. */
export interface PlaceInList {
  /** Microseconds since 1970, as the database counts. */
  readonly lastUsed: string;
  /** Of the conversation: it orders those that were used in the same moment. */
  readonly id: string;
}

/** As many digits as a moment of the next two centuries has. */
const MOMENT = /^\d{1,16}$/;

/** As a cursor, which says nothing to its reader. */
export function writePlaceInList({ lastUsed, id }: PlaceInList): string {
  return Buffer.from(`${lastUsed} ${id}`).toString('base64url');
}

/** @returns undefined for what is no cursor of ours */
export function readPlaceInList(cursor: string): PlaceInList | undefined {
  const [lastUsed = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isOurs = MOMENT.test(lastUsed) && isUuid(id) && rest.length === 0;
  return isOurs && writePlaceInList({ lastUsed, id }) === cursor ? { lastUsed, id } : undefined;
}
