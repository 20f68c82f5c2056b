import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';

/** Executables of Debian's packages. The headless shell needs half as much processor time for each page as the browser. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** Options for a headless Chromium: no sandbox, because root may run it, and no background traffic. */
export const CHROMIUM_OPTIONS: LaunchOptions = {
  executablePath: EXECUTABLES.find(existsSync) ?? EXECUTABLES[0],
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
