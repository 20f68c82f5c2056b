import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';
import { prepare } from './prepare.mjs';
import { runProgram } from './run-step.mjs';

/** `npm test`: every suite, on parts that the suites start themselves. */

/** Where Debian’s package puts it; dev/chromium.ts starts the same one. */
const CHROMIUM = '/usr/bin/chromium';

/** What a shell may hold of somebody's real database, portal or model server: no test gets to see it. */
const hidden = new RegExp(
  [
    /^(DATABASE|OAUTH|OPENAI|CHATBOT|SESSION|CORS|LOGIN|SMALL|DHIS2|STREAMS)_/,
    /^PG/,
    /^(PORT|PORTAL_PORT|PUBLIC_URL|HOST|ADMIN_EMAILS|DEFAULT_ROLE|MIGRATE_ON_START|TRUST_PROXY|LOG_LEVEL|LOG_FORMAT|VITE_ORIGIN)$/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
);

await prepare();
const visible = Object.entries(process.env).filter(([name]) => !hidden.test(name));
const env = { ...Object.fromEntries(visible), NODE_ENV: 'test' };
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const run = (...options) => runProgram([process.execPath, jest, ...options], { env });

process.exitCode = await run(...process.argv.slice(2));
// Asked for nothing in particular, it runs what needs a browser too.
if (process.argv.length === 2) {
  if (existsSync(CHROMIUM)) process.exitCode ||= await run('--config', 'jest.browser.config.cjs');
  else
    process.stderr.write('There is no Chromium on this machine: what is tested in a browser was left out.\n');
}
