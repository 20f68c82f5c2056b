import { DataSource } from 'typeorm';
import { processEnvironment, readDatabaseSettings } from '../config/environment';
import { OperatorError } from '../config/operator-error';
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

const FAILED = 1;

/** What a person at the command line did wrong, or can mend; its message is all that they are shown. */
export class CommandError extends OperatorError {
  override name = 'CommandError';
}

/**
 * Runs a command on the arguments and settings of this process; a failure is one sentence and exit code 1.
 * @param usage what `--help` prints, for which no database has to answer
 */
export async function runCommand(command: Command, usage?: string): Promise<void> {
  const output = watchOutput();
  try {
    const args = process.argv.slice(2);
    if (usage !== undefined && args.some((argument) => argument === '--help' || argument === '-h')) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    const variables = processEnvironment();
    const dataSource = await connect(variables);
    try {
      const code = await command({ args, variables, dataSource });
      process.exitCode = output.hasFailed() ? FAILED : code;
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    process.exitCode = FAILED;
    if (error instanceof OperatorError) {
      process.stderr.write(`${error.message}\n`);
      return;
    }
    throw error;
  }
}

/**
 * What cannot be printed, on a full disk or to a reader that has gone, is a failure of the command, but does not end it in the
 * middle of what it does.
 */
function watchOutput(): { hasFailed: () => boolean } {
  let failed = false;
  process.stdout.on('error', (error: Error) => {
    if (!failed) process.stderr.write(`What this command prints cannot be written: ${error.message}\n`);
    failed = true;
    process.exitCode = FAILED;
  });
  // There is nobody left to tell.
  process.stderr.on('error', () => undefined);
  return { hasFailed: () => failed };
}

async function connect(variables: Variables): Promise<DataSource> {
  try {
    return await new DataSource(migrationOptions(readDatabaseSettings(variables))).initialize();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The database that DATABASE_URL names does not answer: ${reason}`);
  }
}
