import { TRPCError } from '@trpc/server';
import superjson, { type SuperJSONResult } from 'superjson';

const EXPECTED = 'expected the input as {"0":{"json":{…}}} or {"json":{…}}';

/**
 * Parses the text that holds the input of one call or of a batch.
 * @param text the body, or the query parameter `input`; undefined where the request has neither
 * @throws TRPCError BAD_REQUEST
 */
export function parseInput(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('the input is not valid JSON');
  }
}

/** The envelope of one call: under its index in a batch; else under `0` where there is one, else the value itself. */
export function envelopeOf(parsed: unknown, index: number, batch: boolean): unknown {
  if (parsed === undefined) return undefined;
  if (!isObject(parsed)) throw unreadable(EXPECTED);
  const key = String(index);
  if (batch || Object.hasOwn(parsed, key)) return Object.hasOwn(parsed, key) ? parsed[key] : undefined;
  return parsed;
}

/**
 * Opens an envelope, which superjson wrote.
 * @throws TRPCError BAD_REQUEST where it is none
 */
export function openEnvelope(envelope: unknown): unknown {
  if (envelope === undefined) return undefined;
  if (!isSuperJson(envelope)) throw unreadable(EXPECTED);
  try {
    return superjson.deserialize(envelope);
  } catch {
    throw unreadable('the input is nested too deeply, or its "meta" does not fit it');
  }
}

function isSuperJson(value: unknown): value is SuperJSONResult {
  return isObject(value) && Object.hasOwn(value, 'json');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(message: string): TRPCError {
  return new TRPCError({ code: 'BAD_REQUEST', message });
}
