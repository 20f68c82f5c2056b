import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { EnvironmentError, processEnvironment, readEnvironment } from './config/environment';
import { dataSourceOptions } from './database/data-source';
import { runMigrations } from './database/migrations';

async function migrate(): Promise<void> {
  const dataSource = new DataSource(dataSourceOptions(readEnvironment(processEnvironment())));
  await dataSource.initialize();
  try {
    const ran = await runMigrations(dataSource);
    process.stdout.write(
      ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to do: the database is up to date\n',
    );
  } finally {
    await dataSource.destroy();
  }
}

migrate().catch((error: unknown) => {
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : String(error)}\n`);
  process.exit(1);
});
