import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with migrations: the platform's, and those of its modules. */
const FOLDERS = ['migrations', 'src/modules'];

/** Returns the paths of all migrations of a checkout, from its root. */
export function listMigrations(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ).filter((path) => numberOf(path) !== undefined);
}

/** Returns the number of a new migration: the time in milliseconds, or more if a migration has a later number. */
export function nextMigrationNumber(migrations: readonly string[], now: Date): number {
  return Math.max(now.getTime(), ...migrations.map((path) => (numberOf(path) ?? 0) + 1));
}

function numberOf(path: string): number | undefined {
  const number = /\/(\d{13})-[^/]+\.ts$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}
