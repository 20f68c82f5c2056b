import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { installationRoot } from '../config/installation';
import { framesOf, textual } from './error-parts';

/**
 * The message of a database error, its detail and column, and the line of our own TypeScript that sent the statement. For
 * development and tests: a message and a detail quote values. Empty for any other error.
 */
export function databaseErrorDetails(error: Error): object {
  if (error.name !== 'QueryFailedError' && !('severity' in error)) return {};
  const at = ownLine(framesOf(error));
  return {
    message: error.message,
    ...textual(error, 'detail'),
    ...textual(error, 'column'),
    ...(at !== undefined && { at }),
  };
}

/** Passes the statements of others on. */
const DATABASE_FOLDER = `${sep}database${sep}`;

function ownLine(frames: readonly string[]): string | undefined {
  const own = frames.flatMap((frame) => {
    const [, file = '', line = ''] = /([^\s(]+\.ts):(\d+):\d+\)?$/.exec(frame) ?? [];
    return isOwn(file) ? [{ file, line }] : [];
  });
  const first = own.find(({ file }) => !file.includes(DATABASE_FOLDER)) ?? own[0];
  return first && `${relative(installationRoot, first.file)}:${first.line}`;
}

/** The source maps of a package may name files that seem to be ours and are not there. */
function isOwn(file: string): boolean {
  return file.startsWith(`${installationRoot}${sep}`) && !file.includes('node_modules') && existsSync(file);
}
