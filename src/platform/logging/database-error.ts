import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { installationRoot } from '../config/installation';
import { framesOf, textProperty } from './error-parts';

/**
 * Returns message, detail and column of a database error, and the line of TypeScript that sent the statement. Not for
 * production: message and detail quote values. Returns {} for any other error.
 */
export function databaseErrorDetails(error: Error): object {
  if (error.name !== 'QueryFailedError' && !('severity' in error)) return {};
  const at = findSourceLine(framesOf(error));
  return {
    message: error.message,
    ...textProperty(error, 'detail'),
    ...textProperty(error, 'column'),
    ...(at !== undefined && { at }),
  };
}

/** Code of this folder sends the statements of other folders. */
const DATABASE_FOLDER = `${sep}database${sep}`;

function findSourceLine(frames: readonly string[]): string | undefined {
  const lines = frames.flatMap((frame) => {
    const [, file = '', line = ''] = /([^\s(]+\.ts):(\d+):\d+\)?$/.exec(frame) ?? [];
    return isSourceFile(file) ? [{ file, line }] : [];
  });
  const first = lines.find(({ file }) => !file.includes(DATABASE_FOLDER)) ?? lines[0];
  return first && `${relative(installationRoot, first.file)}:${first.line}`;
}

/** Source maps of packages can name files in this folder that do not exist. */
function isSourceFile(file: string): boolean {
  return file.startsWith(`${installationRoot}${sep}`) && !file.includes('node_modules') && existsSync(file);
}
