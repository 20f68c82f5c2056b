import { DataSource } from 'typeorm';
import { EnvironmentError, processEnvironment, readDatabaseSettings } from '../config/environment';
import { migrationOptions } from '../database/data-source';

type Variables = ReturnType<typeof processEnvironment>;

/** What a command of the command line is given. */
export interface CommandContext {
  /** What stands behind its name on the command line. */
  readonly args: readonly string[];
  readonly variables: Variables;
  /** The database that `DATABASE_URL` names, over connections without a bound on time. */
  readonly dataSource: DataSource;
}

/** Answers the exit code: 0 where everything is as it should be. */
export type Command = (context: CommandContext) => Promise<number>;

/** What a person at the command line did wrong, or can mend; its message is all that they are shown. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Runs a command on the arguments and settings of this process; a failure is one sentence and exit code 1. */
export async function runCommand(command: Command): Promise<void> {
  try {
    const variables = processEnvironment();
    const dataSource = await connect(variables);
    try {
      process.exitCode = await command({ args: process.argv.slice(2), variables, dataSource });
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof CommandError || error instanceof EnvironmentError) {
      process.stderr.write(`${error.message}\n`);
      return;
    }
    throw error;
  }
}

async function connect(variables: Variables): Promise<DataSource> {
  try {
    return await new DataSource(migrationOptions(readDatabaseSettings(variables))).initialize();
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The database that DATABASE_URL names does not answer: ${reason}`);
  }
}
