import { type Platform, startPlatform } from './platform';
import { testPortal } from '../runner/portal';

type Settings = Readonly<Record<string, string>>;

/** Returns the settings for this worker's portal. It issues machine tokens for a platform with the default PUBLIC_URL. */
export async function portalSettings(): Promise<Settings> {
  const { issuer, clientId, clientSecret } = await testPortal();
  return { OAUTH_ISSUER: issuer, OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret };
}

/** Starts the application with this worker's portal. */
export async function startPortalPlatform(settings: Settings = {}): Promise<Platform> {
  return startPlatform({ ...(await portalSettings()), ...settings });
}
