import { findFreePort } from '../../../../dev/stack/ports';
import { type Platform, startPlatform } from '../../../support/platform';
import { testPortal } from '../../../runner/portal';

/** The application on a TCP port, so that the portal can redirect browsers back to it. */
export interface LoginPlatform extends Platform {
  readonly origin: string;
}

/** Starts the application with the test run's portal, unless the settings name another. */
export async function startLoginPlatform(
  settings: Readonly<Record<string, string>> = {},
): Promise<LoginPlatform> {
  const port = await findFreePort('127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const { issuer, clientId, clientSecret } = await testPortal();
  const platform = await startPlatform({
    PUBLIC_URL: origin,
    OAUTH_ISSUER: issuer,
    OAUTH_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret,
    ...settings,
  });
  await platform.app.listen(port, '127.0.0.1');
  return { ...platform, origin };
}
