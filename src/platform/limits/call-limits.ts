import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { networkOf } from './address-limit';
import { type MinuteLimit, type Standing, secondsUntil } from './minute-limit';
import { RateLimits } from './rate-limits';
import { TooManyRequestsException } from './too-many-requests.exception';

export const PER_ADDRESS = 6_000;
const PER_ACCOUNT = 30_000;

/** For callers on the same machine: local programs, and proxies that are not configured as such. */
const PRACTICALLY_NONE = 100_000_000;

/** Procedures with limits of their own are refused by the general ones only above this multiple: a flood, which no person sends. */
const FLOOD_FACTOR = 5;

const POLICY_HEADER = 'RateLimit-Policy';
const HEADER = 'RateLimit';

/** Calls of one request. */
export interface CountedCalls {
  readonly count: number;
  /** Whether each of them has limits of its own, which never keep an emergency from its advice, or is a page for such calls. */
  readonly limitThemselves: boolean;
}

/** A request of a plain route. */
export const ONE_CALL: CountedCalls = { count: 1, limitThemselves: false };

/** A request of the chat page: a person in an emergency may open it, so that only a flood is refused. */
export const ONE_CHAT_PAGE: CountedCalls = { count: 1, limitThemselves: true };

type Scope = 'address' | 'account';

/** A limit of calls per minute, and the one for floods. */
class ScopeLimit {
  private readonly calls: MinuteLimit;
  private readonly floods: MinuteLimit;
  readonly policy: string;

  constructor(
    private readonly scope: Scope,
    perMinute: number,
    create: (name: string, perMinute: number) => MinuteLimit,
  ) {
    this.calls = create(`calls per ${scope}`, perMinute);
    this.floods = create(`calls of floods per ${scope}`, perMinute * FLOOD_FACTOR);
    this.policy = `"${scope}";q=${perMinute};w=60`;
  }

  count(key: string, { count, limitThemselves }: CountedCalls): Standing | Promise<Standing> {
    return (limitThemselves ? this.floods : this.calls).count(key, count);
  }

  countFromMemory(key: string): Standing | undefined {
    return this.calls.countFromMemory(key, 1);
  }

  format({ remaining, resetsAt }: Standing): string {
    return `"${this.scope}";r=${remaining};t=${secondsUntil(resetsAt)}`;
  }
}

interface Limits {
  readonly address: ScopeLimit;
  readonly account: ScopeLimit;
}

/**
 * Limits the calls per minute of each network and account, and reports what callers have left, in `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10).
 */
@Injectable()
export class CallLimits {
  private readonly remote: Limits;
  private readonly local: Limits;

  constructor(@Inject(ENVIRONMENT) environment: Environment, rateLimits: RateLimits) {
    const { CALLS_PER_MINUTE_PER_ADDRESS: perAddress, CALLS_PER_MINUTE_PER_ACCOUNT: perAccount } =
      environment;
    const perMinute = (prefix: string) => (name: string, limit: number) =>
      rateLimits.perMinute(`${prefix}${name}`, limit);
    const create = (prefix: string, address: number, account: number): Limits => ({
      address: new ScopeLimit('address', perAddress ?? address, perMinute(prefix)),
      account: new ScopeLimit('account', perAccount ?? account, perMinute(prefix)),
    });
    this.remote = create('', PER_ADDRESS, PER_ACCOUNT);
    this.local = create('local ', PRACTICALLY_NONE, PRACTICALLY_NONE);
  }

  /**
   * Counts the calls of a request from an address. Returns a promise only if it has to wait.
   * @throws TooManyRequestsException if they are too many
   */
  countFromAddress(response: ServerResponse, address: string, calls: CountedCalls): void | Promise<void> {
    const { address: limit } = this.limitsOf(address);
    const finish = (standing: Standing): void => {
      if (!calls.limitThemselves || standing.isOver) {
        response.setHeader(POLICY_HEADER, limit.policy);
        response.setHeader(HEADER, limit.format(standing));
      }
      if (standing.isOver) throw refusal('address', standing);
    };
    return whenCounted(limit.count(networkOf(address), calls), finish);
  }

  /**
   * Counts the calls of a request of an account, once for all of them. Returns a promise only if it has to wait.
   * @throws TooManyRequestsException if they are too many
   */
  countOfAccount(
    response: ServerResponse,
    accountId: string,
    { address, calls }: { readonly address: string; readonly calls: CountedCalls },
  ): void | Promise<void> {
    if (calls.limitThemselves) return undefined;
    const { account: limit } = this.limitsOf(address);
    const finish = (standing: Standing): void => {
      appendHeader(response, POLICY_HEADER, limit.policy);
      appendHeader(response, HEADER, limit.format(standing));
      if (standing.isOver) throw refusal('account', standing);
    };
    return whenCounted(limit.count(accountId, calls), finish);
  }

  /**
   * Counts a call that needs no wait. Returns its headers as names and values in turn; undefined, without a count, if the
   * address has few calls left or made none before.
   */
  countFromMemory(address: string): readonly string[] | undefined {
    const { address: limit } = this.limitsOf(address);
    const standing = limit.countFromMemory(networkOf(address));
    return standing && [POLICY_HEADER, limit.policy, HEADER, limit.format(standing)];
  }

  private limitsOf(address: string): Limits {
    return address.startsWith('127.') || address === '::1' ? this.local : this.remote;
  }
}

function whenCounted(
  standing: Standing | Promise<Standing>,
  finish: (standing: Standing) => void,
): void | Promise<void> {
  if (standing instanceof Promise) return standing.then(finish);
  finish(standing);
}

function appendHeader(response: ServerResponse, name: string, item: string): void {
  const present = response.getHeader(name);
  response.setHeader(name, typeof present === 'string' ? `${present}, ${item}` : item);
}

function refusal(scope: Scope, { limit, resetsAt }: Standing): TooManyRequestsException {
  const seconds = secondsUntil(resetsAt);
  return new TooManyRequestsException(callLimitText(scope, limit, seconds), seconds);
}

/** Returns the message for a caller over a limit. */
export function callLimitText(scope: Scope, limit: number, seconds: number): string {
  const whose = scope === 'address' ? 'from your network' : 'of your account';
  return `At most ${limit} calls ${whose} are answered per minute; try again in ${seconds} seconds`;
}
