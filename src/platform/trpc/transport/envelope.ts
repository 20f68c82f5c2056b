import { TRPCError } from '@trpc/server';
import type { SuperJSONResult } from 'superjson';
import { deserializeInput } from '../superjson-input';

const EXPECTED = 'expected the input as {"0":{"json":{…}}} or {"json":{…}}';

/** The input of the calls of one request. It is read when a call that may run asks for it, and parsed once. */
export class RequestInput {
  private parsed: { readonly value: unknown } | { readonly error: TRPCError } | undefined;

  /** @param text the body, or the query parameter `input`; undefined where the request has neither */
  constructor(
    private readonly text: string | undefined,
    private readonly batch: boolean,
  ) {}

  /**
   * The input of one call.
   * @throws TRPCError BAD_REQUEST where it cannot be read
   */
  of(index: number): unknown {
    if (this.text === undefined) return undefined;
    const envelope = this.envelopeOf(this.json(this.text), index);
    if (envelope === undefined) return undefined;
    if (!isSuperJson(envelope)) throw unreadable(EXPECTED);
    return deserializeInput(envelope);
  }

  /**
   * For a call that takes no input: whatever there is counts as none, as long as it is JSON.
   * @throws TRPCError BAD_REQUEST
   */
  assertJson(): void {
    if (this.text !== undefined) this.json(this.text);
  }

  private json(text: string): unknown {
    this.parsed ??= parse(text);
    if ('error' in this.parsed) throw this.parsed.error;
    return this.parsed.value;
  }

  /** Under the call's index in a batch; else under `0` where there is one, else the value itself. */
  private envelopeOf(value: unknown, index: number): unknown {
    if (!isObject(value)) throw unreadable(EXPECTED);
    const key = String(index);
    if (Object.hasOwn(value, key)) return value[key];
    return this.batch ? undefined : value;
  }
}

function parse(text: string): { value: unknown } | { error: TRPCError } {
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
