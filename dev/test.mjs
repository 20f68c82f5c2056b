import { join } from 'node:path';
import { root } from './checkout.mjs';
import { prepare } from './prepare.mjs';
import { runProgram } from './run-step.mjs';

/** `npm test`: Jest on servers that the suites start themselves; docs/testing.md says which suites run when. */

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

process.exitCode = await runProgram([process.execPath, jest, ...process.argv.slice(2)], { env });
