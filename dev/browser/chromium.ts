import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';

/** Debian's packages. The first draws no windows: a page takes it half the processor's time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** How Chromium is started where nobody looks at it: no sandbox, since it may be root's, and no traffic of its own. */
export const CHROMIUM: LaunchOptions = {
  executablePath: PROGRAMS.find(existsSync) ?? PROGRAMS[0],
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
