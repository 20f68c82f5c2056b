import 'reflect-metadata';
import { EnvironmentError, processEnvironment, readEnvironment } from './config/environment';
import { createApp } from './create-app';

async function main(): Promise<void> {
  const environment = readEnvironment(processEnvironment());
  const app = await createApp(environment);
  app.enableShutdownHooks();
  await app.listen(environment.PORT, environment.HOST ?? '::');
}

main().catch((error: unknown) => {
  const text =
    error instanceof EnvironmentError ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
