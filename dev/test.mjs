import { join } from 'node:path';
import { root } from './build/source-files.cjs';
import { prepare, prepareInstallation, prepareTypeScript, waitForLock } from './build/prepare.mjs';
import { runProgram } from './build/child-program.mjs';

/** `npm test`: starts Jest and the PostgreSQL that all suites share. docs/testing.md lists the suites. */

/** Variables that tests must not see: the shell's settings for a real database, portal or model server. */
const HIDDEN_VARIABLES = new RegExp(
  [
    /^(DATABASE|OAUTH|OPENAI|CHATBOT|SESSIONS?|CORS|LOGIN|SMALL|DHIS2|STREAMS|CALLS|CONNECTIONS|ALERT|AUDIT|PATIENT|METRICS|OTEL)_/,
    /^PG/,
    /^(PORT|PORTAL_PORT|WEB_CONCURRENCY|KEEP_ALIVE_SECONDS|PUBLIC_URL|HOST|FEATURES|ADMIN_EMAILS|DEFAULT_ROLE|MIGRATE_ON_START|MIGRATION_LOCK_TIMEOUT_MS|ALLOW_NEWER_DATABASE|MAX_CONNECTIONS|REDIS_URL|SMTP_URL|TRUST_PROXY|TRUSTED_PROXIES|ALLOW_IN_PRODUCTION|SHUTDOWN_DELAY_SECONDS|LOG_LEVEL|LOG_FORMAT|VITE_ORIGIN)$/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
);

for (const name of Object.keys(process.env)) if (HIDDEN_VARIABLES.test(name)) delete process.env[name];
await prepareInstallation();
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
let server;
const code = await runProgram([process.execPath, jest, ...process.argv.slice(2)], {
  env: { ...process.env, NODE_ENV: 'test', TEST_SERVERS: 'sent by npm test' },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  onStart: serve,
});
await server?.stop();
// Jest may end before the build and the server are ready: with --listTests, for example.
process.exit(code);

/** Builds and starts the server while Jest loads. test/runner/publish-test-server.ts waits for its address. */
async function serve(jestProcess) {
  process.once('exit', () => jestProcess.kill());
  const building = prepare();
  const message = await startServer();
  await building;
  if (jestProcess.connected) jestProcess.send(message, () => {});
}

async function startServer() {
  const load = await prepareTypeScript();
  // A run that starts beside this one may be creating the migrated database: the second one copies it.
  const lock = await waitForLock('test-database');
  try {
    server = await load('./test/runner/test-server.ts').startTestServer();
    return { url: server.ownerUrl };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    lock.release();
  }
}
