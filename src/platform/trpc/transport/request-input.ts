import { TRPCError } from '@trpc/server';
import type { SuperJSONResult } from 'superjson';
import { findJsonError } from '../../http/json-error';
import { findExceededLimit } from '../../http/json-limits';
import { deserializeInput } from '../superjson-input';

/** Of all calls of a batch. An annotation of tRPC's clients is a field of its own name. */
const LIMITS = { maxValues: 50_000, maxNames: 2_000 };
/** Of calls with a list of records, each with annotations of its own. */
const BULK_LIMITS = { ...LIMITS, maxNames: 12_000 };

const MAX_INDEX_DIGITS = 4;

const EXPECTED = 'expected the input as {"0":{"json":{…}}} or {"json":{…}}';

/** The calls of a request, as far as their inputs depend on them. */
interface Calls {
  readonly isBatch: boolean;
  readonly count: number;
  /** Whether one of them takes many records. */
  readonly isBulk: boolean;
  /** A procedure that takes many inputs of the called one in one call. */
  readonly procedureForMany?: string | undefined;
}

/** The inputs of the calls of a request. Parsed once, when the first call whose access was checked reads its input. */
export class RequestInput {
  private json: Parsed | undefined;
  private parsed: Parsed | undefined;
  /** The inputs that were read, by the index of the call: some are checked before they are used. */
  private readonly results = new Map<number, Parsed>();

  /**
   * @param text the body or the query parameter `input`; undefined if the request has neither
   * @throws TRPCError BAD_REQUEST if parsing it would take too long
   */
  constructor(
    private readonly text: string | undefined,
    private readonly calls: Calls,
  ) {
    const limits = calls.isBulk ? BULK_LIMITS : LIMITS;
    const exceeded = text === undefined ? undefined : findExceededLimit(text, limits);
    if (exceeded !== undefined) throw unreadable(exceeded);
  }

  /**
   * Returns the input of one call.
   * @throws TRPCError BAD_REQUEST if it cannot be read
   */
  read(index: number): unknown {
    if (this.text === undefined) return undefined;
    let result = this.results.get(index);
    if (!result) {
      result = this.readOnce(this.text, index);
      this.results.set(index, result);
    }
    if ('error' in result) throw result.error;
    return result.value;
  }

  /**
   * Returns a text of the input of one call, for comparisons. Equal texts are equal inputs, but not the reverse.
   * @throws TRPCError BAD_REQUEST if it cannot be read
   */
  textOf(index: number): string {
    if (this.text === undefined) return '';
    if (!this.calls.isBatch) return this.text;
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

  /** Returns the input of one call as it was sent, in the expected form or another one; undefined if the text is no JSON. */
  readAsSent(index: number): unknown {
    const json = this.text === undefined ? {} : this.parseText(this.text);
    if (!('value' in json)) return undefined;
    const envelope = fieldOf(json.value, String(index)) ?? json.value;
    return fieldOf(envelope, 'json') ?? envelope;
  }

  private readOnce(text: string, index: number): Parsed {
    try {
      const envelope = this.findEnvelope(this.parse(text), index);
      if (envelope === undefined) return { value: undefined };
      if (!isSuperJson(envelope)) throw unreadable(EXPECTED);
      return { value: deserializeInput(envelope, this.calls) };
    } catch (error) {
      if (error instanceof TRPCError) return { error };
      throw error;
    }
  }

  private parse(text: string): unknown {
    this.parsed ??= this.refuseFurther(this.parseText(text));
    if ('error' in this.parsed) throw this.parsed.error;
    return this.parsed.value;
  }

  private parseText(text: string): Parsed {
    this.json ??= parseJson(text);
    return this.json;
  }

  /** Refuses an input for which the URL names no call: the sender would take it for recorded. */
  private refuseFurther(parsed: Parsed): Parsed {
    if ('error' in parsed || !isObject(parsed.value)) return parsed;
    const { isBatch, count, procedureForMany } = this.calls;
    // The short form of a single call has the fields of the envelope.
    if (!isBatch && !Object.hasOwn(parsed.value, '0')) return parsed;
    const further = Object.keys(parsed.value).find((key) => /^\d+$/.test(key) && !isIndexBelow(count, key));
    if (further === undefined) return parsed;
    const many = procedureForMany === undefined ? '' : `, or call ${procedureForMany}`;
    // A longer one may be a person's number.
    const key = further.length > MAX_INDEX_DIGITS ? 'another number as a key' : `the key "${further}"`;
    return {
      error: unreadable(
        isBatch
          ? `the input has ${key}, and the URL names ${count === 1 ? 'one procedure' : `${count} procedures`}: name one for each input`
          : `the input has ${key}, and one call is made: add batch=1 and name a procedure for each input${many}`,
      ),
    };
  }

  /** Returns the field of the call's index; without it, the value itself, or undefined in a batch. */
  private findEnvelope(value: unknown, index: number): unknown {
    if (!isObject(value)) throw unreadable(EXPECTED);
    const key = String(index);
    if (Object.hasOwn(value, key)) return value[key];
    return this.calls.isBatch ? undefined : value;
  }
}

type Parsed = { readonly value: unknown } | { readonly error: TRPCError };

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {
      error: unreadable(
        `the input is not valid JSON: ${findJsonError(text) ?? 'it is too long to say where'}`,
      ),
    };
  }
}

/** `01` is no index. */
function isIndexBelow(count: number, key: string): boolean {
  return Number(key) < count && String(Number(key)) === key;
}

function isSuperJson(value: unknown): value is SuperJSONResult {
  return isObject(value) && Object.hasOwn(value, 'json');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function unreadable(message: string): TRPCError {
  return new TRPCError({ code: 'BAD_REQUEST', message });
}
