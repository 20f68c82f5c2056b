import { randomUUID } from 'node:crypto';
import { ForbiddenException, Inject, Injectable, Logger, UnprocessableEntityException } from '@nestjs/common';
import type { z } from 'zod';
import { ENVIRONMENT } from '../config/config.module';
import type { CountryScope } from '../../shared/country';
import type { Environment } from '../config/environment';
import { Database } from '../database/database';
import { repeatTransaction } from '../database/repeated-transaction';
import { CallInProgressException } from './call-in-progress.exception';
import {
  CLAIM_KEY,
  FIND_RESPONSE,
  LOCK_KEY,
  RELEASE_CLAIM,
  STORE_CLAIMED_RESPONSE,
  STORE_RESPONSE,
} from './idempotent-response.sql';
import { COUNTRY_CHANGED, KEY_REUSED } from './idempotency-key';
import { LeasedResponse } from './leased-response';

const LIFETIME_SECONDS = 24 * 60 * 60;

/** A call with an idempotency key. Other accounts and other paths may use the same key. */
interface IdempotentCall {
  readonly accountId: string;
  /** A procedure's path, or a route. */
  readonly path: string;
  /** Result of `readIdempotencyKey`. */
  readonly key: string;
  /** Of the account; null without one. */
  readonly country: CountryScope | null;
  /** `contentDigest` of the input. */
  readonly fingerprint: string;
}

interface IdempotentResult {
  readonly body: string;
  /** Whether the body is the stored response of an earlier call. */
  readonly replayed: boolean;
}

/** Runs each call once per idempotency key, and returns the stored response to retries. */
@Injectable()
export class IdempotentCallsService {
  private readonly logger = new Logger(IdempotentCallsService.name);
  private readonly leaseSeconds: number;

  constructor(
    private readonly database: Database,
    @Inject(ENVIRONMENT) { CHATBOT_DEADLINE_MS, DATABASE_TIMEOUT_MS }: Environment,
  ) {
    // The longest call is a reply of the assistant, with a few statements before and after it.
    this.leaseSeconds = Math.ceil((CHATBOT_DEADLINE_MS + 4 * DATABASE_TIMEOUT_MS) / 1000);
  }

  /**
   * Runs a call and stores its response in one transaction. If the work or the commit fails, neither is in the database and
   * the call may be retried. All statements of the work join the transaction; its other effects are not undone. After a
   * deadlock, all of it runs again.
   * @param work returns the body of the response, or throws to roll back
   * @throws CallInProgressException while the first call with the key runs
   * @throws UnprocessableEntityException if the key was used with another input
   * @throws ForbiddenException if the account had another country then, whose response it may no longer read
   */
  async run(call: IdempotentCall, work: () => Promise<string>): Promise<IdempotentResult> {
    return repeatTransaction(this.database, () => this.runOnce(call, work));
  }

  private async runOnce(call: IdempotentCall, work: () => Promise<string>): Promise<IdempotentResult> {
    return this.database.transaction(async (transaction) => {
      // The lock and the lookup are two statements, so that the lookup sees what the last holder of the lock has committed.
      const { isLocked } = await transaction.one(LOCK_KEY, keyOf(call));
      const stored = await this.find(call, transaction);
      if (stored) return replay(stored);
      if (!isLocked) throw new CallInProgressException();
      const body = await transaction.share(work);
      const values = { ...keyOf(call), ...contentOf(call), body, lifetimeSeconds: LIFETIME_SECONDS };
      if ((await transaction.run(STORE_RESPONSE, values)) === 0) throw new CallInProgressException();
      return { body, replayed: false };
    });
  }

  /**
   * Runs a call that waits for other servers, too long for an open transaction. Claims the key before the work and stores
   * the response after it, if the condition of the work still holds (`LeasedResponse.storeOnlyIf`). If the process dies in
   * between, a retry runs the call again once the lease has expired. If the database fails to store the claim or the
   * response, the call runs as without a key: its response can be advice in an emergency.
   * @throws the errors of `run`
   */
  async runLeased(call: IdempotentCall, work: () => Promise<string>): Promise<IdempotentResult> {
    const claim = randomUUID();
    const claimed = await this.claim(call, claim);
    if (claimed === 'taken') return replay(await this.find(call, this.database));
    const response = new LeasedResponse();
    const body = await response.run(work).catch(async (error: unknown) => {
      const released = this.release(call, claim);
      if (claimed !== 'failed') await released;
      throw error;
    });
    if (claimed === 'failed') {
      // The claim may be in the database all the same. The caller does not wait for an unresponsive database again.
      void this.release(call, claim);
      return { body, replayed: false };
    }
    const isStored = await this.store({ call, claim }, { body, response });
    // The lease has expired and another call has claimed the key. Retries get the response of that call.
    if (isStored === false) throw new CallInProgressException();
    return { body, replayed: false };
  }

  /** @returns `failed` if the database does not report whether the key is claimed */
  private async claim(call: IdempotentCall, claim: string): Promise<'claimed' | 'taken' | 'failed'> {
    try {
      const values = { ...keyOf(call), ...contentOf(call), claim, leaseSeconds: this.leaseSeconds };
      return (await this.database.run(CLAIM_KEY, values)) > 0 ? 'claimed' : 'taken';
    } catch (error) {
      this.logger.error({ err: error, path: call.path }, 'a call runs although its key could not be claimed');
      return 'failed';
    }
  }

  /** @returns whether the claim was still valid; undefined if nothing is to be stored, or the database failed */
  private async store(
    { call, claim }: { call: IdempotentCall; claim: string },
    { body, response }: { body: string; response: LeasedResponse },
  ): Promise<boolean | undefined> {
    const key = keyOf(call);
    try {
      return await this.database.transaction(async (transaction) => {
        if (!(await response.canBeStored(transaction))) {
          await transaction.run(RELEASE_CLAIM, { ...key, claim });
          return undefined;
        }
        const values = { ...key, claim, body, lifetimeSeconds: LIFETIME_SECONDS };
        return (await transaction.run(STORE_CLAIMED_RESPONSE, values)) > 0;
      });
    } catch (error) {
      this.logger.error({ err: error, path: call.path }, 'the answer of a call was not stored under its key');
      void this.release(call, claim);
      return undefined;
    }
  }

  private async find(call: IdempotentCall, database: Database): Promise<StoredResponse | undefined> {
    return database.first(FIND_RESPONSE, { ...keyOf(call), ...contentOf(call) });
  }

  /** Never rejects, so that the caller gets the error of the call. A claim that is not released expires. */
  private async release(call: IdempotentCall, claim: string): Promise<void> {
    try {
      await this.database.run(RELEASE_CLAIM, { ...keyOf(call), claim });
    } catch (error) {
      this.logger.warn({ err: error, path: call.path }, 'the claim of a failed call stays until it expires');
    }
  }
}

type StoredResponse = z.output<typeof FIND_RESPONSE.row>;

function keyOf({ accountId, path, key }: IdempotentCall) {
  return { accountId, path, key };
}

function contentOf({ fingerprint, country }: IdempotentCall) {
  return { fingerprint, country: country ?? '' };
}

/** @param stored undefined if the claim was released in the meantime */
function replay(stored: StoredResponse | undefined): IdempotentResult {
  if (stored?.isSameCountry === false) throw new ForbiddenException(COUNTRY_CHANGED);
  if (stored?.isSameInput === false) throw new UnprocessableEntityException(KEY_REUSED);
  if (typeof stored?.body !== 'string') throw new CallInProgressException();
  return { body: stored.body, replayed: true };
}
