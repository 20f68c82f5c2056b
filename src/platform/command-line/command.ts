import { DataSource } from 'typeorm';
import { processEnvironment, readDatabaseSettings } from '../config/environment';
import { OperatorError, getErrorMessage } from '../config/operator-error';
import { commandOptions, migrationOptions } from '../database/data-source';

type Variables = ReturnType<typeof processEnvironment>;

export interface CommandContext {
  /** Command-line arguments after the script. */
  readonly args: readonly string[];
  readonly variables: Variables;
  /** The database, without timeouts, with the role of the application or the owner's. */
  readonly dataSource: DataSource;
  /** Aborted on SIGINT or SIGTERM, if the command ends by itself then. */
  readonly signal: AbortSignal;
}

interface CommandOptions {
  /** Printed by `--help`, which needs no database. */
  readonly usage: string;
  /** Whether the command ends by itself when its signal is aborted; others are ended by the first SIGINT or SIGTERM. */
  readonly endsOnAbort?: boolean;
  /** Whether the command needs the role that owns the tables, of `DATABASE_MIGRATION_URL`. */
  readonly asOwner?: boolean;
}

/** Runs a command and returns its exit code; 0 means success. */
export type Command = (context: CommandContext) => Promise<number>;

const EXIT_FAILED = 1;

/** A failure that the operator can correct. Only its message is printed. */
export class CommandError extends OperatorError {
  override name = 'CommandError';
}

/**
 * Runs a command with the arguments and settings of this process.
 * An `OperatorError` prints its message and sets exit code 1.
 */
export async function runCommand(
  command: Command,
  { usage, endsOnAbort = false, asOwner = false }: CommandOptions,
): Promise<void> {
  const output = watchOutput();
  const interruption = new AbortController();
  const stop = () => {
    interruption.abort();
  };
  // Before anything takes time, so that no signal is missed. `once`: a second signal ends the process at once.
  if (endsOnAbort) process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const args = process.argv.slice(2);
    if (args.some((argument) => argument === '--help' || argument === '-h')) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    const variables = processEnvironment();
    const dataSource = await connect(variables, asOwner);
    try {
      const code = await command({ args, variables, dataSource, signal: interruption.signal });
      process.exitCode = output.hasFailed() ? EXIT_FAILED : code;
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    process.exitCode = EXIT_FAILED;
    if (error instanceof OperatorError) {
      process.stderr.write(`${error.message}\n`);
      return;
    }
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Makes a failed write to standard output (full disk, closed pipe) set exit code 1, without ending the command. */
function watchOutput(): { hasFailed: () => boolean } {
  let hasFailed = false;
  process.stdout.on('error', (error: Error) => {
    if (!hasFailed) process.stderr.write(`What this command prints cannot be written: ${error.message}\n`);
    hasFailed = true;
    process.exitCode = EXIT_FAILED;
  });
  // An unhandled error event would end the command.
  process.stderr.on('error', () => undefined);
  return { hasFailed: () => hasFailed };
}

async function connect(variables: Variables, asOwner: boolean): Promise<DataSource> {
  const optionsOf = asOwner ? migrationOptions : commandOptions;
  try {
    return await new DataSource(optionsOf(readDatabaseSettings(variables))).initialize();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const setting = asOwner && variables.DATABASE_MIGRATION_URL ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL';
    throw new CommandError(`The database that ${setting} names does not answer: ${getErrorMessage(error)}`);
  }
}
