import { freePort } from '../../../../dev/stack/ports';
import { type Platform, startPlatform } from '../../../support/platform';
import { testPortal } from '../../../runner/portal';

/** The application on an address of its own, where the portal can send browsers back to. */
export interface LoginPlatform extends Platform {
  readonly origin: string;
}

/** Starts it with the run's portal, unless the settings name another. */
export async function startLoginPlatform(
  settings: Readonly<Record<string, string>> = {},
): Promise<LoginPlatform> {
  const port = await freePort('127.0.0.1');
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
