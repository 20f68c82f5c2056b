import { createPublicKey } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { createLocalJWKSet, JWK, JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { PortalAddressesService } from '../portal/portal-addresses.service';
import { PortalClient } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { SharedRequest } from '../portal/shared-request';
import { loadJose } from './load-jose';
import { TokensNotConfiguredError } from './token-errors';

/** Age at which keys are fetched again. A withdrawn key is accepted until then. */
const FRESH_MS = 10 * 60_000;

/** Maximum age of keys while the portal does not respond. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Minimum time between two fetches because of an unknown key or a wrong signature. */
const COOLDOWN_MS = 15_000;

/** Pause after a failed fetch. */
const PAUSE_MS = 15_000;

/** Maximum time that a call waits for the keys. */
const FETCH_TIMEOUT_MS = 3_000;

/** The key types of the accepted algorithms, as `node:crypto` names them. */
const SIGNING_KEY_TYPES: readonly unknown[] = ['rsa', 'ec', 'ed25519'];

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface FetchedKeys {
  readonly findKey: ReturnType<typeof createLocalJWKSet>;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Fetches and caches the keys that the portal signs tokens with (RFC 7517). */
@Injectable()
export class PortalKeys {
  private readonly logger = new Logger(PortalKeys.name);
  private readonly request = new SharedRequest('portal keys', () => this.fetch(), PAUSE_MS);
  private cached: FetchedKeys | undefined;

  constructor(
    private readonly addresses: PortalAddressesService,
    private readonly portal: PortalClient,
  ) {}

  /**
   * Returns the key for the `kid` and `alg` of a token's header. Other header fields, which may contain keys or their
   * addresses, are ignored.
   * @throws PortalError if there are no keys, or if the key is unknown and the fetch fails
   */
  readonly findKey: JWTVerifyGetKey = async (header, token) => {
    const { errors } = await loadJose();
    const keys = await this.getKeys();
    try {
      return await keys.findKey(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (Date.now() - keys.fetchedAt < COOLDOWN_MS) throw error;
      const renewed = await this.request.get();
      return renewed.findKey(header, token);
    }
  };

  /**
   * Fetches the keys after a wrong signature, unless the last fetch was less than `COOLDOWN_MS` ago.
   * @param usedAt start of the failed check, in milliseconds since 1970
   * @returns whether the keys were fetched after `usedAt`, so that the signature can be checked again
   * @throws PortalError if the fetch fails
   */
  async renew(usedAt: number): Promise<boolean> {
    const fetchedAt = this.cached?.fetchedAt ?? 0;
    if (fetchedAt >= usedAt) return true;
    if (Date.now() - fetchedAt < COOLDOWN_MS) return false;
    await this.request.get();
    return true;
  }

  private async getKeys(): Promise<FetchedKeys> {
    const { cached } = this;
    const ageMs = cached ? Date.now() - cached.fetchedAt : Infinity;
    if (cached && ageMs < FRESH_MS) return cached;
    try {
      return await this.request.get();
    } catch (error) {
      if (cached && ageMs < MAX_AGE_MS) return cached;
      throw error;
    }
  }

  private async fetch(): Promise<FetchedKeys> {
    const { keys } = await this.addresses.getEndpoints();
    if (keys === undefined)
      throw new TokensNotConfiguredError('the portal’s keys are unknown: OAUTH_JWKS_URL is not set');
    try {
      const { status, body } = await this.portal.withDeadline(() => this.portal.get(keys), FETCH_TIMEOUT_MS);
      const keySet = keySetSchema.safeParse(body);
      if (status !== 200 || !keySet.success) throw new PortalError('keys: not a JSON Web Key Set');
      const usable = keySet.data.keys.filter(isSigningKey);
      if (usable.length === 0) throw new PortalError('keys: none that a signature can be checked with');
      const { createLocalJWKSet } = await loadJose();
      this.cached = { findKey: createLocalJWKSet({ keys: usable }), fetchedAt: Date.now() };
      return this.cached;
    } catch (error) {
      this.logger.error({ err: error }, 'the portal’s keys could not be read');
      throw error;
    }
  }
}

/** Returns whether a key can check signatures: it is readable, public, and not only for encryption. */
function isSigningKey(jwk: JWK): boolean {
  if (jwk.use !== undefined && jwk.use !== 'sig') return false;
  try {
    return SIGNING_KEY_TYPES.includes(createPublicKey({ key: { ...jwk }, format: 'jwk' }).asymmetricKeyType);
  } catch {
    return false;
  }
}
