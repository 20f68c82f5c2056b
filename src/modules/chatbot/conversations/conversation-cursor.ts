import { isUuid } from '../../../shared/identifier';

/** The last conversation of a page. */
interface ConversationCursor {
  /** When it was last used, in microseconds since 1970. */
  readonly lastUsed: string;
  /** Orders conversations that were last used at the same time. */
  readonly id: string;
}

/** Up to 16 digits: enough until the year 2286. */
const MICROSECONDS = /^\d{1,16}$/;

/** Returns a cursor, which is opaque to its reader. */
export function writeConversationCursor({ lastUsed, id }: ConversationCursor): string {
  return Buffer.from(`${lastUsed} ${id}`).toString('base64url');
}

/** Returns undefined for a text that `writeConversationCursor` did not write. */
export function readConversationCursor(cursor: string): ConversationCursor | undefined {
  const [lastUsed = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isValid = MICROSECONDS.test(lastUsed) && isUuid(id) && rest.length === 0;
  return isValid && writeConversationCursor({ lastUsed, id }) === cursor ? { lastUsed, id } : undefined;
}
