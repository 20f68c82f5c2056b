import 'reflect-metadata';
import { EnvironmentError, processEnvironment, readDatabaseSettings } from './config/environment';
import { migrate } from './database/migrations';

async function main(): Promise<void> {
  const ran = await migrate(readDatabaseSettings(processEnvironment()));
  process.stdout.write(
    ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to do: the database is up to date\n',
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : String(error)}\n`);
  process.exit(1);
});
