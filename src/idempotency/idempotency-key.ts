import { BadRequestException } from '@nestjs/common';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Added to an answer that was stored before. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** Why a call is refused whose key is no key, */
export const KEY_MALFORMED =
  'Idempotency-Key: expected 1 to 255 visible ASCII characters, with quotes around them or without, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"';

/** and why one whose key named another call. */
export const KEY_REUSED = 'Idempotency-Key: this key was used for a call with another input; take a new one';

/** A structured field's string (RFC 9651, section 3.3.3): in quotes, which with the backslash are escaped inside. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in quotes, or, as most clients
 * write it, without.
 * @throws BadRequestException
 */
export function readIdempotencyKey(header: string): string {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? header;
  if (KEY.test(key) && (quoted !== undefined || !key.startsWith('"'))) return key;
  throw new BadRequestException(KEY_MALFORMED);
}
