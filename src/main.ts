import 'reflect-metadata';
import { EnvironmentError, processEnvironment, readEnvironment } from './config/environment';
import { createApp } from './create-app';

async function main(): Promise<void> {
  const environment = readEnvironment(processEnvironment());
  const app = await createApp(environment);
  app.enableShutdownHooks();
  const { HOST, PORT } = environment;
  // Without an address Node takes IPv6 and IPv4, and IPv4 alone where the host has no IPv6.
  await (HOST === undefined ? app.listen(PORT) : app.listen(PORT, HOST));
}

main().catch((error: unknown) => {
  const text =
    error instanceof EnvironmentError ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
