import 'reflect-metadata';
import { EnvironmentError, processEnvironment, readDatabaseSettings } from './config/environment';
import { EditedMigrationError } from './database/edited-migrations';
import { migrate, migrationSummary, onEditedIn } from './database/migrations';

async function main(): Promise<void> {
  const variables = processEnvironment();
  const onEdited = onEditedIn(variables.NODE_ENV, (message) => {
    process.stderr.write(`${message}\n`);
  });
  process.stdout.write(migrationSummary(await migrate(readDatabaseSettings(variables), onEdited)));
}

main().catch((error: unknown) => {
  const isForReader = error instanceof EnvironmentError || error instanceof EditedMigrationError;
  process.stderr.write(`${isForReader ? error.message : String(error)}\n`);
  process.exit(1);
});
