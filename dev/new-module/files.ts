import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../checkout';
import { formatFiles } from '../format-files';
import type { TextFile } from '../generate-migration/list-editing';

/** The files that a command creates and changes. */
export interface FilePlan {
  readonly created: readonly TextFile[];
  readonly changed: readonly TextFile[];
}

/** Writes and formats the files: the lengths of the names change line breaks. @throws Error if a file that it creates exists */
export async function writeFiles({ created, changed }: FilePlan): Promise<void> {
  for (const { path, text } of created) {
    const file = join(checkoutRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  for (const { path, text } of changed) writeFileSync(join(checkoutRoot, path), text);
  await formatFiles([...created, ...changed].map(({ path }) => path));
}
