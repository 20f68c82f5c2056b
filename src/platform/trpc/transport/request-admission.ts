import type { ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { Caller } from '../../access/caller';
import type { ProcedureContract } from '../../contract/contract';
import { clientSignal } from '../../http/client-signal';
import type { CallLimits, CountedCalls } from '../../limits/call-limits';
import type { FairTurns } from '../../limits/fair-turns';
import type { WorkOwner } from '../../limits/work-owner';
import type { RequestContext } from '../context/request-context';

/** Of a request with a message, which has at most 4,000. */
const MAX_CHARACTERS_WITHOUT_TURN = 8_000;

/** Admits the calls of one request within the limits. Its methods return a promise only if they have to wait. */
export class RequestAdmission {
  private readonly calls: CountedCalls;
  private counted: void | Promise<void> = undefined;
  private isAccountCounted = false;
  /** The error of the first refused call, for all: an error takes longer to make than a call. */
  private refusal: Error | undefined;
  /** Created when a call waits. */
  private client: AbortSignal | undefined;

  /** @param procedures of the calls; undefined for a name that no procedure has */
  constructor(
    private readonly shares: { readonly limits: CallLimits; readonly turns: FairTurns },
    private readonly exchange: { readonly context: RequestContext; readonly response: ServerResponse },
    private readonly procedures: readonly (ProcedureContract | undefined)[],
  ) {
    const limited = procedures.filter((procedure) => procedure?.limitsItself !== true);
    this.calls =
      limited.length > 0
        ? { count: limited.length, limitThemselves: false }
        : { count: procedures.length, limitThemselves: true };
  }

  /**
   * Counts all calls from the address of the request.
   * @throws TooManyRequestsException
   */
  countFromAddress(): void | Promise<void> {
    const { context, response } = this.exchange;
    return this.shares.limits.countFromAddress(response, context.address, this.calls);
  }

  /**
   * Waits for a turn of the network to read a batch, whose fifty calls take a millisecond before turns of their own, or to refuse
   * a call of no procedure. A batch of messages, of which one may describe an emergency, does not wait behind other calls, and a
   * single message does not wait.
   */
  async waitToRead(): Promise<void> {
    if (!this.readsInTurn) return;
    const owner = this.ownerOf(null);
    await (this.calls.limitThemselves
      ? this.shares.turns.takeForMessageBatch(owner)
      : this.shares.turns.takeForReading(owner));
    this.assertConnected();
  }

  /**
   * Returns when a single message may be read: at once, unless it is so long that it is hardly valid. It takes milliseconds to read, and
   * would delay others before its refusal takes a turn.
   * @throws as `admit`
   */
  waitToParse(characters: number): void | Promise<void> {
    const isLongMessage = this.calls.limitThemselves && characters > MAX_CHARACTERS_WITHOUT_TURN;
    if (!isLongMessage || this.readsInTurn) return undefined;
    return this.waitFor(() => this.shares.turns.takeForRefusal(this.ownerOf(null)));
  }

  /**
   * Counts all calls of the account, once.
   * @throws TooManyRequestsException
   */
  countOfAccount({ userId }: Caller): void | Promise<void> {
    if (this.isAccountCounted) return this.counted;
    this.isAccountCounted = true;
    const { context, response } = this.exchange;
    this.counted = this.shares.limits.countOfAccount(response, userId, {
      address: context.address,
      calls: this.calls,
    });
    return this.counted;
  }

  /**
   * Returns when a call may begin, or be refused. Procedures with limits of their own take turns themselves.
   * @throws TooManyRequestsException
   * @throws TRPCError TIMEOUT if the client disconnected while the call waited
   */
  admit(procedure: ProcedureContract, caller: Caller | null): void | Promise<void> {
    this.setCaller(caller);
    const counted = caller ? this.countOfAccount(caller) : undefined;
    if (counted) return counted.then(() => this.takeTurn(procedure, caller));
    return this.takeTurn(procedure, caller);
  }

  /**
   * Returns when the input of an admitted call may be used: at once if it is valid, or if the call took a turn. An invalid one is
   * refused in a turn, because its procedure, which takes turns itself, never begins.
   * @throws as `admit`
   */
  admitInput(
    { limitsItself, input }: ProcedureContract,
    caller: Caller | null,
    read: () => unknown,
  ): void | Promise<void> {
    if (!limitsItself || !input || isValid(input, read)) return undefined;
    return this.waitFor(() => this.shares.turns.takeForRefusal(this.ownerOf(caller)));
  }

  /** Returns when a call may be refused before its caller is known. The calls of a batch have taken a turn together. */
  waitToRefuse(): void | Promise<void> {
    if (this.readsInTurn) return undefined;
    return this.waitFor(() => this.shares.turns.takeForCheck(this.ownerOf(null)));
  }

  /** Sets the caller of the request, whose work takes turns. */
  setCaller(caller: Caller | null): void {
    this.shares.turns.setCaller(
      this.ownerOf(caller),
      () => (this.client ??= clientSignal(this.exchange.response)),
    );
  }

  private get readsInTurn(): boolean {
    const isOneProcedure = this.procedures.length === 1 && this.procedures[0] !== undefined;
    return !isOneProcedure;
  }

  private assertConnected = (): void => {
    if (this.exchange.response.destroyed)
      throw new TRPCError({ code: 'TIMEOUT', message: 'the client disconnected' });
  };

  private ownerOf(caller: Caller | null): WorkOwner {
    return { accountId: caller?.userId ?? null, address: this.exchange.context.address };
  }

  private takeTurn(procedure: ProcedureContract, caller: Caller | null): void | Promise<void> {
    if (!caller && procedure.access !== 'anyone') return this.waitToRefuse();
    if (procedure.limitsItself) return undefined;
    return this.waitFor(() => this.shares.turns.take(this.ownerOf(caller)));
  }

  private waitFor(take: () => Promise<void> | undefined): void | Promise<void> {
    if (this.refusal) throw this.refusal;
    try {
      return take()?.then(this.assertConnected);
    } catch (error) {
      if (error instanceof Error) this.refusal = error;
      throw error;
    }
  }
}

/** Returns whether an input can be read and fits its schema. Makes no error with a stack, which takes longer than the rest. */
function isValid(schema: z.ZodType, read: () => unknown): boolean {
  try {
    return z.core.safeParse(schema, read()).success;
  } catch {
    return false;
  }
}
