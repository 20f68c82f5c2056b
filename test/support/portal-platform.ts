import { type Platform, startPlatform } from './platform';
import { testPortal } from '../runner/portal';

/** Starts the application with this run's portal, whose machines get tokens for where it is by default. */
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
