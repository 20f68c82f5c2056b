import { createPublicKey } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { type JWK, type JWTVerifyGetKey, createLocalJWKSet, errors } from 'jose';
import { z } from 'zod';
import { PortalAddresses } from '../portal/portal-addresses.service';
import { PortalClient } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { SharedAttempt } from '../portal/shared-attempt';
import { TokensNotSetUp } from './token-refused';

/** How long keys are used without asking for them again: a key that the portal withdrew counts for as long. */
const FRESH_MS = 10 * 60_000;

/** How long the last keys are used while the portal gives no new ones. */
const LAST_GOOD_MS = 24 * 60 * 60_000;

/**
 * A token that names an unknown key, or that the known one did not sign, makes us ask for the keys, but not sooner than
 * this after the last time.
 */
const COOLDOWN_MS = 15_000;

/** How long a failed attempt is not repeated. */
const PAUSE_MS = 15_000;

/** Longest time that a call waits for the keys. */
const DEADLINE_MS = 3_000;

/** The kinds of keys, as `node:crypto` names them, that sign by the algorithms that are taken. */
const SIGNING_KINDS: readonly unknown[] = ['rsa', 'ec', 'ed25519'];

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface KnownKeys {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** The keys that the portal signs tokens with (RFC 7517), kept and renewed. */
@Injectable()
export class PortalKeys {
  private readonly logger = new Logger(PortalKeys.name);
  private readonly fetching = new SharedAttempt(() => this.fetch(), PAUSE_MS);
  private known: KnownKeys | undefined;

  constructor(
    private readonly addresses: PortalAddresses,
    private readonly portal: PortalClient,
  ) {}

  /**
   * The key of a token, by its header's `kid` and `alg` alone: keys and addresses of keys in the header are not looked at.
   * @throws PortalError where there are no keys, and where the portal cannot be asked about one that is unknown
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = await this.current();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (Date.now() - known.fetchedAt < COOLDOWN_MS) throw error;
      const renewed = await this.fetching.get();
      return renewed.find(header, token);
    }
  };

  /**
   * Asks for the keys again where a signature is none of the known key's: another may have taken its name.
   * @param usedAt when the check began, in milliseconds since 1970
   * @returns whether they were read since, so that it may be worth another look; not too soon after the last time
   * @throws PortalError where the portal cannot be asked
   */
  async renew(usedAt: number): Promise<boolean> {
    const fetchedAt = this.known?.fetchedAt ?? 0;
    if (fetchedAt >= usedAt) return true;
    if (Date.now() - fetchedAt < COOLDOWN_MS) return false;
    await this.fetching.get();
    return true;
  }

  private async current(): Promise<KnownKeys> {
    const { known } = this;
    const age = known ? Date.now() - known.fetchedAt : Infinity;
    if (known && age < FRESH_MS) return known;
    try {
      return await this.fetching.get();
    } catch (error) {
      if (known && age < LAST_GOOD_MS) return known;
      throw error;
    }
  }

  private async fetch(): Promise<KnownKeys> {
    const { keys } = await this.addresses.endpoints();
    if (keys === undefined)
      throw new TokensNotSetUp('the portal’s keys are unknown: OAUTH_JWKS_URL is not set');
    try {
      const { status, body } = await this.portal.withDeadline(() => this.portal.get(keys), DEADLINE_MS);
      const found = keySetSchema.safeParse(body);
      if (status !== 200 || !found.success) throw new PortalError('keys: not a JSON Web Key Set');
      const usable = found.data.keys.filter(isUsable);
      if (usable.length === 0) throw new PortalError('keys: none that a signature can be checked with');
      this.known = { find: createLocalJWKSet({ keys: usable }), fetchedAt: Date.now() };
      return this.known;
    } catch (error) {
      this.logger.error({ err: error }, 'the portal’s keys could not be read');
      throw error;
    }
  }
}

/** Whether tokens can be checked with a key: it can be read, it is a public one, and not for encryption alone. */
function isUsable(jwk: JWK): boolean {
  if (jwk.use !== undefined && jwk.use !== 'sig') return false;
  try {
    return SIGNING_KINDS.includes(createPublicKey({ key: { ...jwk }, format: 'jwk' }).asymmetricKeyType);
  } catch {
    return false;
  }
}
