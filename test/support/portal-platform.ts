import { type Platform, startPlatform } from './platform';
import { testPortal } from '../runner/portal';

/** Starts the application with this worker's portal. It accepts the portal's machine tokens while PUBLIC_URL is the default. */
export async function startPortalPlatform(
  settings: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const { issuer, clientId, clientSecret } = await testPortal();
  return startPlatform({
    OAUTH_ISSUER: issuer,
    OAUTH_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret,
    ...settings,
  });
}
