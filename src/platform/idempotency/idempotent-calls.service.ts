import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, UnprocessableEntityException } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { SharedTransaction } from '../database/shared-transaction';
import { CallInProgressException } from './call-in-progress.exception';
import {
  CLAIM_KEY,
  FIND_ANSWER,
  GIVE_UP_CLAIM,
  KEEP_CLAIMED_ANSWER,
  STORE_ANSWER,
  TAKE_KEY,
} from './idempotent-answer.sql';
import { KEY_REUSED } from './idempotency-key';
import { LeasedAnswer } from './leased-answer';

const KEPT_SECONDS = 24 * 60 * 60;

/** A call that may be sent again. A key is of one account and one path: others may use the same. */
export interface RepeatableCall {
  readonly accountId: string;
  /** What is called: a procedure's path, or a route. */
  readonly path: string;
  /** As `readIdempotencyKey` reads it. */
  readonly key: string;
  /** `contentDigest` of the input. */
  readonly fingerprint: string;
}

export interface RepeatableAnswer {
  readonly body: string;
  /** Whether an earlier call was answered with it. */
  readonly replayed: boolean;
}

interface FoundAnswer {
  readonly body: string | null;
  readonly same: boolean;
}

/** Calls that work once, however often they are sent under one key, and are always answered as the first time. */
@Injectable()
export class IdempotentCalls {
  private readonly logger = new Logger(IdempotentCalls.name);
  private readonly leaseSeconds: number;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) { CHATBOT_DEADLINE_MS, DATABASE_TIMEOUT_MS }: Environment,
  ) {
    // Nothing takes longer than the assistant's reply and the few statements around it.
    this.leaseSeconds = Math.ceil((CHATBOT_DEADLINE_MS + 4 * DATABASE_TIMEOUT_MS) / 1000);
  }

  /**
   * Runs a call in one transaction with its stored answer: there are both or, where it or the commit fails, neither, and
   * then it may be sent again. All that the work asks of the database takes part; what it does elsewhere is not undone.
   * @param work gives the body of the answer, and throws where the call is to be undone
   * @throws CallInProgressException while the first call of the key runs
   * @throws UnprocessableEntityException for a key that was used with another input
   */
  async run(call: RepeatableCall, work: () => Promise<string>): Promise<RepeatableAnswer> {
    return this.dataSource.transaction(async (transaction) => {
      // Looked up by a statement of its own, which sees what a holder that has let go of the key had stored.
      const [{ taken }] = await transaction.query<[{ taken: boolean }]>(TAKE_KEY, keyOf(call));
      const stored = await this.find(call, transaction);
      if (stored) return replay(stored);
      if (!taken) throw new CallInProgressException();
      const body = await SharedTransaction.run(transaction, work);
      const values = [...keyOf(call), call.fingerprint, body, KEPT_SECONDS];
      const rows = await transaction.query<unknown[]>(STORE_ANSWER, values);
      if (rows.length === 0) throw new CallInProgressException();
      return { body, replayed: false };
    });
  }

  /**
   * Runs a call that waits for others, too long to keep a transaction open: its key is claimed before it and its answer
   * stored after it, unless the condition that the work has set (`LeasedAnswer`) no longer holds. Where the process dies
   * between the two, the call runs again once the claim has expired. Where the database does not take the claim or the
   * answer, the caller is answered as without a key: the answer may be one that somebody's life depends on.
   * @throws as `run`
   */
  async runLeased(call: RepeatableCall, work: () => Promise<string>): Promise<RepeatableAnswer> {
    const claim = randomUUID();
    const claimed = await this.claim(call, claim);
    if (claimed === 'taken') return replay(await this.find(call, this.dataSource.manager));
    const answer = new LeasedAnswer();
    const body = await answer.during(work).catch(async (error: unknown) => {
      const givenUp = this.giveUp(call, claim);
      if (claimed !== 'failed') await givenUp;
      throw error;
    });
    if (claimed === 'failed') {
      // It may be there all the same; the caller has waited long enough for a database that does not answer.
      void this.giveUp(call, claim);
      return { body, replayed: false };
    }
    const isKept = await this.keep({ call, claim }, { body, answer });
    // It took so long that another call has begun, whose answer will be the one.
    if (isKept === false) throw new CallInProgressException();
    return { body, replayed: false };
  }

  /** @returns `failed` where the database does not say whether it is claimed */
  private async claim(call: RepeatableCall, claim: string): Promise<'claimed' | 'taken' | 'failed'> {
    const values = [...keyOf(call), call.fingerprint, claim, this.leaseSeconds];
    try {
      const rows = await this.dataSource.query<unknown[]>(CLAIM_KEY, values);
      return rows.length > 0 ? 'claimed' : 'taken';
    } catch (error) {
      this.logger.error({ err: error, path: call.path }, 'a call runs although its key could not be claimed');
      return 'failed';
    }
  }

  /** @returns whether the key is still the call's; undefined where that no longer matters */
  private async keep(
    { call, claim }: { call: RepeatableCall; claim: string },
    { body, answer }: { body: string; answer: LeasedAnswer },
  ): Promise<boolean | undefined> {
    try {
      return await this.dataSource.transaction(async (transaction) => {
        if (!(await answer.mayBeKept(transaction))) {
          await transaction.query(GIVE_UP_CLAIM, [...keyOf(call), claim]);
          return undefined;
        }
        const values = [...keyOf(call), claim, body, KEPT_SECONDS];
        const [, kept] = await transaction.query<[unknown[], number]>(KEEP_CLAIMED_ANSWER, values);
        return kept > 0;
      });
    } catch (error) {
      this.logger.error({ err: error, path: call.path }, 'the answer of a call was not stored under its key');
      void this.giveUp(call, claim);
      return undefined;
    }
  }

  private async find(call: RepeatableCall, manager: EntityManager): Promise<FoundAnswer | undefined> {
    const [found] = await manager.query<FoundAnswer[]>(FIND_ANSWER, [...keyOf(call), call.fingerprint]);
    return found;
  }

  /** Why the call failed is what its caller is told; a claim that stays expires by itself. */
  private async giveUp(call: RepeatableCall, claim: string): Promise<void> {
    try {
      await this.dataSource.query(GIVE_UP_CLAIM, [...keyOf(call), claim]);
    } catch (error) {
      this.logger.warn({ err: error, path: call.path }, 'the claim of a failed call stays until it expires');
    }
  }
}

function keyOf({ accountId, path, key }: RepeatableCall): string[] {
  return [accountId, path, key];
}

/** @param found undefined for one that was given up a moment ago */
function replay(found: FoundAnswer | undefined): RepeatableAnswer {
  if (found?.same === false) {
    throw new UnprocessableEntityException(KEY_REUSED);
  }
  if (typeof found?.body !== 'string') throw new CallInProgressException();
  return { body: found.body, replayed: true };
}
