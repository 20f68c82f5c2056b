import { testPortal } from '../runner/portal';

type Settings = Readonly<Record<string, string>>;

/** Returns the settings for this worker's portal. It issues machine tokens for a platform with the default PUBLIC_URL. */
export async function portalSettings(): Promise<Settings> {
  const { issuer, clientId, clientSecret } = await testPortal();
  return { OAUTH_ISSUER: issuer, OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret };
}
