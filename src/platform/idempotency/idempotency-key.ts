import { BadRequestException } from '@nestjs/common';
import { z } from 'zod';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Header of a stored response. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** The key in the documents. */
export const EXAMPLE_KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';

/** Error message for an invalid key. */
export const KEY_MALFORMED = `Idempotency-Key: expected 1 to 255 visible ASCII characters, with quotes around them or without, such as "${EXAMPLE_KEY}"`;

/** Error message for a key that was used with another input. */
export const KEY_REUSED = 'Idempotency-Key: this key was used for a call with another input; take a new one';

/** Error message for a key of an account that has another country now. */
export const COUNTRY_CHANGED =
  'Idempotency-Key: your account had another country when this key was used; take a new one';

/** A string of a structured field (RFC 9651, section 3.3.3): in quotes, with `\"` and `\\` as escapes. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Parses the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in quotes, or without, as most
 * clients send it.
 * @throws BadRequestException if the key is not valid
 */
export function readIdempotencyKey(header: string): string {
  const key = parseKey(header);
  if (key === undefined) throw new BadRequestException(KEY_MALFORMED);
  return key;
}

/** A random UUID has fewer different characters once in hundreds of millions; one made up by hand often does. */
const MIN_DIFFERENT_CHARACTERS = 8;

/**
 * Parses a key that no other caller can guess: a random UUID (RFC 9562, version 4) other than the example of the documents.
 * Returns undefined for any other key.
 */
export function readSecretKey(header: string): string | undefined {
  const key = parseKey(header);
  const isRandom = key?.toLowerCase() !== EXAMPLE_KEY && new Set(key).size >= MIN_DIFFERENT_CHARACTERS;
  return isRandom && z.uuidv4().safeParse(key).success ? key : undefined;
}

function parseKey(header: string): string | undefined {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? header;
  return KEY.test(key) && (quoted !== undefined || !key.startsWith('"')) ? key : undefined;
}
