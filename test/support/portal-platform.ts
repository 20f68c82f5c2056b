import { type Platform, startPlatform } from './platform';
import { testPortal } from './portal-server';

/** Starts the application with this run's portal, whose machines get tokens for where it is by default. */
export function startPortalPlatform(settings: Readonly<Record<string, string>> = {}): Promise<Platform> {
  const { issuer, clientId, clientSecret } = testPortal();
  return startPlatform({
    OAUTH_ISSUER: issuer,
    OAUTH_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret,
    ...settings,
  });
}
