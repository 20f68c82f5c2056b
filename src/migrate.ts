import 'reflect-metadata';
import { processEnvironment, readDatabaseSettings } from './platform/config/environment';
import { OperatorError } from './platform/config/operator-error';
import { migrate, migrationSummary, editedMigrationHandler } from './platform/database/migrations';

async function main(): Promise<void> {
  const variables = processEnvironment();
  const report = (message: string) => {
    process.stderr.write(`${message}\n`);
  };
  const onEdited = editedMigrationHandler(variables.NODE_ENV, report);
  const ran = await migrate(readDatabaseSettings(variables), { onEdited, report });
  process.stdout.write(migrationSummary(ran));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OperatorError ? error.message : String(error)}\n`);
  process.exit(1);
});
