import { BlockList } from 'node:net';
import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { networkOf } from './address-limit';
import { FairTurns } from './fair-turns';
import { type MinuteLimit, type Standing, secondsUntil } from './minute-limit';
import { RateLimits } from './rate-limits';
import { TooManyRequestsException } from './too-many-requests.exception';

const PER_ADDRESS = 6_000;
const PER_ACCOUNT = 30_000;

/** For callers on the same machine: local programs, and proxies that are not configured as such. */
const PRACTICALLY_NONE = 100_000_000;

/** How many networks are remembered between calls. */
const MAX_KNOWN = 10_000;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

type Scope = 'address' | 'account';

interface ScopeLimits {
  readonly remote: MinuteLimit;
  readonly local: MinuteLimit;
}

/**
 * Limits the calls per minute of each network and account, and tells callers what they have left, in `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10).
 */
@Injectable()
export class CallLimits {
  private readonly limits: Readonly<Record<Scope, ScopeLimits>>;
  /** What networks had left after their last call. */
  private readonly known = new Map<string, Standing>();

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    rateLimits: RateLimits,
    private readonly turns: FairTurns,
  ) {
    const { CALLS_PER_MINUTE_PER_ADDRESS: perAddress, CALLS_PER_MINUTE_PER_ACCOUNT: perAccount } =
      environment;
    const create = (scope: Scope, limit: number | undefined, usual: number): ScopeLimits => ({
      remote: rateLimits.perMinute(`calls per ${scope}`, limit ?? usual),
      local: rateLimits.perMinute(`local calls per ${scope}`, limit ?? PRACTICALLY_NONE),
    });
    this.limits = {
      address: create('address', perAddress, PER_ADDRESS),
      account: create('account', perAccount, PER_ACCOUNT),
    };
  }

  /**
   * Counts calls from an address.
   * @throws TooManyRequestsException if they are too many
   */
  async countFromAddress(response: ServerResponse, address: string, calls: number): Promise<void> {
    const network = networkOf(address);
    const standing = await this.limitOf('address', address).count(network, calls);
    this.remember(network, standing);
    addHeaders(response, 'address', standing);
    if (standing.isOver) throw refusal('from your network', standing);
  }

  /**
   * Counts a call of an account.
   * @throws TooManyRequestsException if they are too many
   */
  async countOfAccount(
    response: ServerResponse,
    accountId: string,
    { address }: { readonly address: string },
  ): Promise<void> {
    const standing = await this.limitOf('account', address).count(accountId, 1);
    addHeaders(response, 'account', standing);
    if (standing.isOver) throw refusal('of your account', standing);
  }

  /**
   * Counts a call that needs no wait. Returns false, without a count, if the address has no calls left or made none before.
   */
  countAtOnce(response: ServerResponse, address: string): boolean {
    const network = networkOf(address);
    const standing = this.known.get(network);
    if (!standing || standing.remaining < 1 || standing.resetsAt <= Date.now()) return false;
    addHeaders(response, 'address', { ...standing, remaining: standing.remaining - 1 });
    // It never rejects: where Redis is away, the memory counts.
    void this.limitOf('address', address)
      .count(network, 1)
      .then((next) => {
        this.remember(network, next);
      });
    return true;
  }

  /** Returns when the work of a call may begin, as `FairTurns.take` does. Anonymous callers of one network share turns. */
  takeTurn(
    accountId: string | undefined,
    { address }: { readonly address: string },
  ): Promise<void> | undefined {
    return this.turns.take(accountId ?? networkOf(address));
  }

  private limitOf(scope: Scope, address: string): MinuteLimit {
    const { local, remote } = this.limits[scope];
    return isLoopback(address) ? local : remote;
  }

  private remember(network: string, standing: Standing): void {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(network, standing);
  }
}

function isLoopback(address: string): boolean {
  return LOOPBACK.check(address) || LOOPBACK.check(address, 'ipv6');
}

function refusal(whose: string, { limit, resetsAt }: Standing): TooManyRequestsException {
  const seconds = secondsUntil(resetsAt);
  return new TooManyRequestsException(
    `At most ${limit} calls ${whose} are answered per minute; try again in ${seconds} seconds`,
    seconds,
  );
}

/** Adds the standing; that of an account beside that of its address. */
function addHeaders(response: ServerResponse, scope: Scope, { limit, remaining, resetsAt }: Standing): void {
  add(response, 'RateLimit-Policy', `"${scope}";q=${limit};w=60`);
  add(response, 'RateLimit', `"${scope}";r=${remaining};t=${secondsUntil(resetsAt)}`);
}

function add(response: ServerResponse, name: string, item: string): void {
  const present = item.startsWith('"account"') ? response.getHeader(name) : undefined;
  const [ofAddress] = typeof present === 'string' ? present.split(', ') : [];
  response.setHeader(name, ofAddress === undefined ? item : `${ofAddress}, ${item}`);
}
