import { Injectable, Logger } from '@nestjs/common';
import { type JWTVerifyGetKey, createLocalJWKSet, errors } from 'jose';
import { z } from 'zod';
import { PortalAddresses } from '../portal-addresses.service';
import { PortalClient } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { SharedAttempt } from '../portal/shared-attempt';
import { TokenRefused } from './token-refused';

/** How long keys are used without asking for them again: a key that the portal withdrew counts for as long. */
const FRESH_MS = 10 * 60_000;

/** How long the last keys are used while the portal gives no new ones. */
const LAST_GOOD_MS = 24 * 60 * 60_000;

/** A token that names an unknown key makes us ask for the keys, but not sooner than this after the last time. */
const COOLDOWN_MS = 15_000;

/** How long a failed attempt is not repeated. */
const PAUSE_MS = 15_000;

/** Longest time that a call waits for the keys. */
const DEADLINE_MS = 3_000;

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
      throw new TokenRefused('the portal’s keys are unknown: OAUTH_JWKS_URL is not set');
    try {
      const { status, body } = await this.portal.withDeadline(() => this.portal.get(keys), DEADLINE_MS);
      const found = keySetSchema.safeParse(body);
      if (status !== 200 || !found.success) throw new PortalError('keys: not a JSON Web Key Set');
      this.known = { find: createLocalJWKSet(found.data), fetchedAt: Date.now() };
      return this.known;
    } catch (error) {
      this.logger.error({ err: error }, 'the portal’s keys could not be read');
      throw error;
    }
  }
}
