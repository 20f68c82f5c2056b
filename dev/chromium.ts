import type { LaunchOptions } from 'playwright-core';

/** How Chromium is started where nobody looks at it: no sandbox, since it may be root's, and no traffic of its own. */
export const CHROMIUM: LaunchOptions = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
