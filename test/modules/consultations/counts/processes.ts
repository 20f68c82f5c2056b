import { z } from 'zod';
import type { Role } from '../../../../src/platform/access/role';
import { type Platform, startPlatform } from '../../../support/platform';
import { PlainCaller, failure, payload } from '../../../support/plain-caller';

/** The outcome of a call for its caller; unknown after a lost connection or a server error. */
export type Outcome =
  | { readonly kind: 'done'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown' };

export interface Account {
  readonly id: string;
  readonly role: Role;
  /** The country of its records. */
  readonly country: string;
  readonly callers: readonly PlainCaller[];
}

const userSchema = z.object({ id: z.string() });

/** Two processes of the platform on one database. */
export class Processes {
  private constructor(
    private readonly platforms: readonly [Platform, Platform],
    private readonly origins: readonly string[],
  ) {}

  static async start(): Promise<Processes> {
    const first = await startPlatform();
    const second = await startPlatform(first.databaseSettings);
    const origins = [await first.listen(), await second.listen()];
    return new Processes([first, second], origins);
  }

  get database(): Platform['database'] {
    return this.platforms[0].database;
  }

  get databaseUrl(): string {
    return this.platforms[0].databaseUrl;
  }

  get ownerUrl(): string {
    return this.platforms[0].ownerUrl;
  }

  async createAccount(role: Role, country: string | null): Promise<Account> {
    const cookie = await this.platforms[0].session({ role, country });
    const callers = this.origins.map((origin) => new PlainCaller(origin, cookie));
    const [caller] = callers;
    const { id } = userSchema.parse(payload(await requireValue(caller).get('auth.me')));
    return { id, role, country: country === null || country === '*' ? 'ZZ' : country, callers };
  }

  async close(): Promise<void> {
    const [first, second] = this.platforms;
    await second.close();
    await first.close();
  }
}

/** Sends copies of a call concurrently, through each process in turn. */
export async function send(
  { callers }: Account,
  { procedure, input, copies }: { procedure: string; input: unknown; copies: number },
): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: copies }, (_none, copy) =>
      callOnce(requireValue(callers[copy % callers.length]), procedure, input),
    ),
  );
}

/** A call, and how many of its copies succeeded or have an unknown outcome. */
export interface SentCall {
  readonly account: Account;
  done: number;
  unknown: number;
}

/**
 * Checks that a call is recorded completely or not at all, and as often as it succeeded.
 * @param times the number of records of each of its items without an external id
 * @returns how often it is recorded
 */
export function* checkRecorded(
  { account, done, unknown }: SentCall,
  times: readonly number[],
): Generator<string, number> {
  const name = `a call of ${account.id} (done ${done} times, unknown ${unknown} times)`;
  const [recorded = done] = times;
  if (times.some((each) => each !== recorded)) yield `${name} is recorded in part: ${times.join(', ')}`;
  if (recorded < done || recorded > done + unknown) yield `${name} is recorded ${recorded} times`;
  return recorded;
}

async function callOnce(caller: PlainCaller, procedure: string, input: unknown): Promise<Outcome> {
  const response = await caller.post(procedure, input).catch(() => undefined);
  if (response === undefined || response.status >= 500) return { kind: 'unknown' };
  if (response.status !== 200) return { kind: 'refused', code: failure(response).code };
  return { kind: 'done', data: payload(response) };
}

/** Returns the value at an index, which may exceed the length. @throws Error if there are no values */
export function pick<Value>(values: readonly Value[], index: number): Value {
  return requireValue(values[index % values.length]);
}

/** @throws Error if the value is undefined */
export function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a list is empty');
  return value;
}
