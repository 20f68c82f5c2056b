import { join } from 'node:path';
import { root } from './build/checkout.cjs';
import { prepare, prepareInstallation } from './build/prepare.mjs';
import { runProgram } from './build/run-program.mjs';
import { prepareSource } from './build/source.mjs';

/** `npm test`: starts Jest and the PostgreSQL that its suites share; docs/testing.md says which suites run when. */

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

for (const name of Object.keys(process.env)) if (hidden.test(name)) delete process.env[name];
await prepareInstallation();
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
let server;
const code = await runProgram([process.execPath, jest, ...process.argv.slice(2)], {
  env: { ...process.env, NODE_ENV: 'test', TEST_SERVERS: 'sent by npm test' },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  onStart: serve,
});
await server?.stop();
// Jest may have ended before the build and the servers were ready, as where it only lists the suites.
process.exit(code);

/** Builds and starts the servers while Jest loads; test/runner/run-servers.ts waits for their address. */
async function serve(child) {
  process.once('exit', () => child.kill());
  const building = prepare();
  const message = await startServers();
  await building;
  if (child.connected) child.send(message, () => {});
}

async function startServers() {
  try {
    const load = await prepareSource();
    server = await load('../test/runner/test-servers.ts').startTestServers();
    return { url: server.url };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
