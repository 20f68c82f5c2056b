import 'reflect-metadata';
import { processEnvironment, readDatabaseSettings } from './platform/config/environment';
import { OperatorError } from './platform/config/operator-error';
import { migrate, migrationSummary, editedMigrationHandler } from './platform/database/migrations';

async function main(): Promise<void> {
  const variables = processEnvironment();
  const onEdited = editedMigrationHandler(variables.NODE_ENV, (message) => {
    process.stderr.write(`${message}\n`);
  });
  process.stdout.write(migrationSummary(await migrate(readDatabaseSettings(variables), onEdited)));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OperatorError ? error.message : String(error)}\n`);
  process.exit(1);
});
