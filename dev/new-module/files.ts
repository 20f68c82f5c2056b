import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { checkoutRoot } from '../checkout';
import type { TextFile } from '../generate-migration/list-editing';

/** The files that a command creates and changes. */
export interface FilePlan {
  readonly created: readonly TextFile[];
  readonly changed: readonly TextFile[];
}

/** Formats the files with prettier, because the lengths of the names change the line breaks. */
export async function formatFiles({ created, changed }: FilePlan): Promise<FilePlan> {
  return {
    created: await Promise.all(created.map(formatFile)),
    changed: await Promise.all(changed.map(formatFile)),
  };
}

async function formatFile({ path, text }: TextFile): Promise<TextFile> {
  const filepath = join(checkoutRoot, path);
  return { path, text: await format(text, { ...(await resolveConfig(filepath)), filepath }) };
}

/** Writes the files. @throws Error if a file that it creates exists */
export function writeFiles({ created, changed }: FilePlan): void {
  for (const { path, text } of created) {
    const file = join(checkoutRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  for (const { path, text } of changed) writeFileSync(join(checkoutRoot, path), text);
}
