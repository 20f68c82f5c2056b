import './platform/logging/source-maps';
import 'reflect-metadata';
import { compileSignRules } from './modules/triage';
import { loadLanguageWords } from './modules/chatbot';
import { processEnvironment, readEnvironment } from './platform/config/environment';
import { reasonOf } from './platform/config/operator-error';
import { createApp } from './create-app';

async function main(): Promise<void> {
  const environment = readEnvironment(processEnvironment());
  const app = await createApp(environment);
  compileSignRules();
  loadLanguageWords();
  app.enableShutdownHooks();
  const { HOST, PORT } = environment;
  // Without a host, Node listens on IPv6 and IPv4.
  await (HOST === undefined ? app.listen(PORT) : app.listen(PORT, HOST));
}

main().catch((error: unknown) => {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exit(1);
});

/** Returns a sentence for errors that the operator can correct, and the stack of any other error. */
function formatStartError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && code === 'EADDRINUSE')
    return `${error.message}: the port is taken; PORT changes it`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `The database that DATABASE_URL names does not answer (${code})`;
  }
  return reasonOf(error);
}
