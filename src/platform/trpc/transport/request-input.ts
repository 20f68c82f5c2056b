import { TRPCError } from '@trpc/server';
import type { SuperJSONResult } from 'superjson';
import { findExceededLimit } from '../../http/json-limits';
import { deserializeInput } from '../superjson-input';

/** Of all calls of a batch. An annotation of tRPC's clients is a field of its own name. */
const LIMITS = { maxValues: 50_000, maxNames: 12_000 };

const EXPECTED = 'expected the input as {"0":{"json":{…}}} or {"json":{…}}';

/** The inputs of the calls of a request. Parsed once, when the first call whose access was checked reads its input. */
export class RequestInput {
  private parsed: { readonly value: unknown } | { readonly error: TRPCError } | undefined;

  /**
   * @param text the body or the query parameter `input`; undefined if the request has neither
   * @throws TRPCError BAD_REQUEST if parsing it would take too long
   */
  constructor(
    private readonly text: string | undefined,
    private readonly batch: boolean,
  ) {
    const exceeded = text === undefined ? undefined : findExceededLimit(text, LIMITS);
    if (exceeded !== undefined) throw unreadable(exceeded);
  }

  /**
   * Returns the input of one call.
   * @throws TRPCError BAD_REQUEST if it cannot be read
   */
  read(index: number): unknown {
    if (this.text === undefined) return undefined;
    const envelope = this.findEnvelope(this.parse(this.text), index);
    if (envelope === undefined) return undefined;
    if (!isSuperJson(envelope)) throw unreadable(EXPECTED);
    return deserializeInput(envelope);
  }

  /**
   * Returns a text of the input of one call, for comparisons. Equal texts are equal inputs, but not the reverse.
   * @throws TRPCError BAD_REQUEST if it cannot be read
   */
  textOf(index: number): string {
    if (this.text === undefined) return '';
    if (!this.batch) return this.text;
    const envelope = this.findEnvelope(this.parse(this.text), index);
    return envelope === undefined ? '' : `batch ${JSON.stringify(envelope)}`;
  }

  /**
   * Checks the input of a procedure without input: it is ignored, but must be JSON.
   * @throws TRPCError BAD_REQUEST
   */
  assertJson(): void {
    if (this.text !== undefined) this.parse(this.text);
  }

  private parse(text: string): unknown {
    this.parsed ??= parseJson(text);
    if ('error' in this.parsed) throw this.parsed.error;
    return this.parsed.value;
  }

  /** Returns the field of the call's index; without it, the value itself, or undefined in a batch. */
  private findEnvelope(value: unknown, index: number): unknown {
    if (!isObject(value)) throw unreadable(EXPECTED);
    const key = String(index);
    if (Object.hasOwn(value, key)) return value[key];
    return this.batch ? undefined : value;
  }
}

function parseJson(text: string): { value: unknown } | { error: TRPCError } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: unreadable('the input is not valid JSON') };
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
