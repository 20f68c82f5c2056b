import { BadRequestException, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller';
import { contentDigest } from '../../database/content-digest';
import { IDEMPOTENCY_KEY_HEADER, readIdempotencyKey } from '../../idempotency/idempotency-key';
import { IdempotentCalls } from '../../idempotency/idempotent-calls.service';
import type { ProcedureContract } from '../contract';
import type { RequestContext } from '../request-context';
import { type Outcome, successBody } from './answer';

/** A call whose caller was let pass. */
interface AdmittedCall {
  readonly procedure: ProcedureContract;
  readonly path: string;
  readonly input: unknown;
  readonly accountId: string;
  readonly key: string;
}

/**
 * Calls that are sent under an `Idempotency-Key`. Only those of an account that change something have one: two strangers
 * with one key would read each other's answers.
 */
@Injectable()
export class RepeatedCalls {
  constructor(private readonly calls: IdempotentCalls) {}

  /**
   * The key of a call; undefined where it has none that counts.
   * @throws BadRequestException
   */
  keyOf(context: RequestContext, procedure: ProcedureContract, caller: Caller | null): string | undefined {
    const header = context.exchange.requestHeader(IDEMPOTENCY_KEY_HEADER);
    if (header === undefined || !caller || procedure.repetition === 'none') return undefined;
    return readIdempotencyKey(header);
  }

  /**
   * Refuses a key that would stand for several calls, or for one whose answer is a stream.
   * @throws BadRequestException
   */
  async assertNoKey(context: RequestContext, procedures: readonly ProcedureContract[]): Promise<void> {
    if (context.exchange.requestHeader(IDEMPOTENCY_KEY_HEADER) === undefined) return;
    if (procedures.every(({ repetition }) => repetition === 'none')) return;
    // Each call of the batch says itself that its caller is not known.
    const caller = await context.resolveCaller().catch(() => null);
    if (!caller) return;
    throw new BadRequestException(
      'Idempotency-Key: a key goes with a single call; send this one without batch=1, or without a key',
    );
  }

  /** Runs a call under its key, or answers as it was answered before. */
  async run(call: AdmittedCall, procedure: () => unknown): Promise<Outcome> {
    const { accountId, path, key } = call;
    const repeatable = { accountId, path, key, fingerprint: fingerprintOf(call.input) };
    const work = async (): Promise<string> => successBody(await procedure());
    const { body, replayed } =
      call.procedure.repetition === 'lease'
        ? await this.calls.runLeased(repeatable, work)
        : await this.calls.run(repeatable, work);
    return { ok: true, body, replayed };
  }
}

/** Of the input itself, however it was wrapped and whatever the order of its fields. */
function fingerprintOf(input: unknown): string {
  try {
    return contentDigest([sorted(input)]);
  } catch (error) {
    if (error instanceof RangeError) throw new BadRequestException('the input is nested too deeply');
    throw error;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]));
}
