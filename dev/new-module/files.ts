import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { checkoutRoot } from '../checkout';
import type { ListFile } from './lists';

/** What is to be written, each path from the checkout's root. */
export interface FilePlan {
  readonly created: readonly ListFile[];
  readonly changed: readonly ListFile[];
}

/** Lays the files out as the checks want them, however long the names are. */
export async function layOut({ created, changed }: FilePlan): Promise<FilePlan> {
  return {
    created: await Promise.all(created.map(laidOut)),
    changed: await Promise.all(changed.map(laidOut)),
  };
}

async function laidOut({ path, text }: ListFile): Promise<ListFile> {
  const filepath = join(checkoutRoot, path);
  return { path, text: await format(text, { ...(await resolveConfig(filepath)), filepath }) };
}

/** @throws where a file that is to be created is there already */
export function writeFiles({ created, changed }: FilePlan): void {
  for (const { path, text } of created) {
    const file = join(checkoutRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  for (const { path, text } of changed) writeFileSync(join(checkoutRoot, path), text);
}
