import { findFreePort } from '../../../../dev/stack/ports';
import { type Platform, startPlatform } from '../../../support/platform';
import { portalSettings } from '../../../support/portal-settings';

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
  const platform = await startPlatform({ PUBLIC_URL: origin, ...(await portalSettings()), ...settings });
  await platform.app.listen(port, '127.0.0.1');
  return { ...platform, origin };
}
