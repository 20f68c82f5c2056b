import './logging/source-maps';
import 'reflect-metadata';
import { prepareDangerSigns } from './chatbot/danger-signs/danger-signs';
import { EnvironmentError, processEnvironment, readEnvironment } from './config/environment';
import { createApp } from './create-app';
import { EditedMigrationError } from './database/edited-migrations';

async function main(): Promise<void> {
  const environment = readEnvironment(processEnvironment());
  const app = await createApp(environment);
  prepareDangerSigns();
  app.enableShutdownHooks();
  const { HOST, PORT } = environment;
  // Without an address Node takes IPv6 and IPv4, and IPv4 alone where the host has no IPv6.
  await (HOST === undefined ? app.listen(PORT) : app.listen(PORT, HOST));
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});

/** A sentence where the failure is one of the surroundings; else the stack, for us. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EnvironmentError || error instanceof EditedMigrationError) return error.message;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `${error.message}: the port is taken; PORT changes it`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `The database that DATABASE_URL names does not answer (${code})`;
  }
  return error.stack ?? error.message;
}
