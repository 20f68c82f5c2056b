import { BadRequestException } from '@nestjs/common';
import { z } from 'zod';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Added to an answer that was stored before. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** For callers to see what a good key looks like. */
export const EXAMPLE_KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';

/** Why a call is refused whose key is no key, */
export const KEY_MALFORMED = `Idempotency-Key: expected 1 to 255 visible ASCII characters, with quotes around them or without, such as "${EXAMPLE_KEY}"`;

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
  const key = keyIn(header);
  if (key === undefined) throw new BadRequestException(KEY_MALFORMED);
  return key;
}

/** Different characters of a UUID that nobody thought up: a random one has fewer once in hundreds of millions. */
const FEWEST_DIGITS = 8;

/**
 * Likewise, one that nobody else can know: a random UUID (RFC 9562, version 4), but for the one that everybody is shown.
 * Undefined where it is any other, or none.
 */
export function readSecretKey(header: string): string | undefined {
  const key = keyIn(header);
  const isRandom = key?.toLowerCase() !== EXAMPLE_KEY && new Set(key).size >= FEWEST_DIGITS;
  return isRandom && z.uuidv4().safeParse(key).success ? key : undefined;
}

function keyIn(header: string): string | undefined {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? header;
  return KEY.test(key) && (quoted !== undefined || !key.startsWith('"')) ? key : undefined;
}
