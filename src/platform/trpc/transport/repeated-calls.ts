import { BadRequestException, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller';
import { contentDigest } from '../../database/content-digest';
import { IDEMPOTENCY_KEY_HEADER, readIdempotencyKey, readSecretKey } from '../../idempotency/idempotency-key';
import { IdempotentCalls } from '../../idempotency/idempotent-calls.service';
import type { ProcedureContract } from '../../contract/contract';
import type { RequestContext } from '../context/request-context';
import { type Outcome, successBody } from './answer';

/** In the place of an account, for all who have none: the highest UUID there is, which is never given out. */
const STRANGERS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A key, and whose. */
export interface OwnedKey {
  readonly accountId: string;
  readonly key: string;
}

/** A call whose caller was let pass. */
interface AdmittedCall extends OwnedKey {
  readonly procedure: ProcedureContract;
  readonly path: string;
  readonly input: unknown;
}

/**
 * Calls that are sent under an `Idempotency-Key`: those that change something. Strangers with one key read each other's
 * answers, so that theirs counts only where it is a secret, and where it spares the work of a model.
 */
@Injectable()
export class RepeatedCalls {
  constructor(private readonly calls: IdempotentCalls) {}

  /**
   * The key of a call; undefined where it has none that counts.
   * @throws BadRequestException
   */
  keyOf(
    context: RequestContext,
    { repetition }: ProcedureContract,
    caller: Caller | null,
  ): OwnedKey | undefined {
    const header = context.exchange.requestHeader(IDEMPOTENCY_KEY_HEADER);
    if (header === undefined || repetition === 'none') return undefined;
    if (caller) return { accountId: caller.userId, key: readIdempotencyKey(header) };
    const key = repetition === 'lease' ? readSecretKey(header) : undefined;
    return key === undefined ? undefined : { accountId: STRANGERS, key };
  }

  /**
   * Refuses a key that would stand for several calls, or for one whose answer is a stream.
   * @throws BadRequestException
   */
  async assertNoKey(context: RequestContext, procedures: readonly ProcedureContract[]): Promise<void> {
    if (context.exchange.requestHeader(IDEMPOTENCY_KEY_HEADER) === undefined) return;
    // Each call of the batch says itself that its caller is not known.
    const caller = await context.resolveCaller().catch(() => undefined);
    if (caller === undefined) return;
    if (procedures.every((procedure) => this.keyOf(context, procedure, caller) === undefined)) return;
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
