import { BadRequestException, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller';
import type { CountryScope } from '../../../shared/country';
import { contentDigest } from '../../database/content-digest';
import { IDEMPOTENCY_KEY_HEADER, readIdempotencyKey, readSecretKey } from '../../idempotency/idempotency-key';
import { IdempotentCallsService } from '../../idempotency/idempotent-calls.service';
import type { ProcedureContract } from '../../contract/contract';
import { encodeText } from '../../http/encoded-text';
import type { RequestContext } from '../context/request-context';
import { type CallResult, successBody } from './response';

/** The account of all anonymous callers: the highest UUID, which is never generated. */
const ANONYMOUS_ACCOUNT = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** An account and a key that it chose. */
export interface AccountKey {
  readonly accountId: string;
  readonly key: string;
  /** Of the account; null without one. */
  readonly country: CountryScope | null;
}

/** A call whose access has been checked. */
interface KeyedCall extends AccountKey {
  readonly procedure: ProcedureContract;
  readonly path: string;
  readonly input: unknown;
}

/**
 * Runs calls with an `Idempotency-Key`, and returns the stored response to a retry. Anonymous callers with the same key would
 * read each other's responses, so their keys count only if they are random UUIDs, and only for procedures that call a model.
 */
@Injectable()
export class IdempotentRetries {
  constructor(private readonly calls: IdempotentCallsService) {}

  /**
   * Returns the key of a call; undefined if it has none, or its key does not count.
   * @throws BadRequestException if the key is not valid
   */
  findKey(
    context: RequestContext,
    { idempotency }: ProcedureContract,
    caller: Caller | null,
  ): AccountKey | undefined {
    const header = context.exchange.requestHeader(IDEMPOTENCY_KEY_HEADER);
    if (header === undefined || idempotency === 'none') return undefined;
    if (caller) return { accountId: caller.userId, key: readIdempotencyKey(header), country: caller.country };
    const key = idempotency === 'lease' ? readSecretKey(header) : undefined;
    return key === undefined ? undefined : { accountId: ANONYMOUS_ACCOUNT, key, country: null };
  }

  /**
   * Refuses a key for a batch.
   * @throws BadRequestException if the batch has a key that counts for one of its calls
   */
  async assertNoKey(context: RequestContext, procedures: readonly ProcedureContract[]): Promise<void> {
    if (context.exchange.requestHeader(IDEMPOTENCY_KEY_HEADER) === undefined) return;
    // If the caller cannot be resolved, each call of the batch reports that error.
    const caller = await context.resolveCaller().catch(() => undefined);
    if (caller === undefined) return;
    if (procedures.every((procedure) => this.findKey(context, procedure, caller) === undefined)) return;
    throw new BadRequestException(
      'Idempotency-Key: a key goes with a single call; send this one without batch=1, or without a key',
    );
  }

  /** Runs a call with its key, or returns the stored response. */
  async run(call: KeyedCall, procedure: () => unknown): Promise<CallResult> {
    const { accountId, path, key, country } = call;
    const idempotentCall = { accountId, path, key, country, fingerprint: fingerprintOf(call.input) };
    const work = async (): Promise<string> => successBody(await procedure());
    const { body, replayed } =
      call.procedure.idempotency === 'lease'
        ? await this.calls.runLeased(idempotentCall, work)
        : await this.calls.run(idempotentCall, work);
    return { ok: true, body: encodeText(body), replayed };
  }
}

/** Returns a digest of an input, which does not depend on its envelope or on the order of its fields. */
function fingerprintOf(input: unknown): string {
  try {
    return contentDigest([sortFields(input)]);
  } catch (error) {
    if (error instanceof RangeError) throw new BadRequestException('the input is nested too deeply');
    throw error;
  }
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sortFields(field)]));
}
