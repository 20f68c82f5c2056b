import { type Platform, suitePlatform } from '../../support/platform';

export const ACCOUNT_LIMIT = 5;
export const ADDRESS_LIMIT = 12;

/** Starts a platform for a suite with low limits of calls per minute, behind a proxy. */
export function suiteLimitedPlatform(): { platform: Platform; newAddress: () => string } {
  const platform = suitePlatform({
    TRUST_PROXY: '1',
    CALLS_PER_MINUTE_PER_ADDRESS: String(ADDRESS_LIMIT),
    CALLS_PER_MINUTE_PER_ACCOUNT: String(ACCOUNT_LIMIT),
  });
  let addresses = 0;
  return { platform, newAddress: () => `192.0.2.${(addresses += 1)}` };
}
