import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { formatFiles } from '../../dev/format-files';
import type { CatalogueNames, TranslatedLocale } from '../../src/shared/catalogue-names/catalogue-names';

/** Returns the path of the file with the names in a language. */
export function nameFileOf(language: TranslatedLocale): string {
  return join(checkoutRoot, 'src/shared/catalogue-names', `${language}.json`);
}

/** Writes names as they are stored: each on one line, if it fits. */
export async function writeNameFile(path: string, names: CatalogueNames): Promise<void> {
  const kinds = Object.entries(names).map(([kind, entries]) => {
    // The formatter keeps an object on one line if it begins so.
    const lines = entries.map((entry) => JSON.stringify(entry));
    return `${JSON.stringify(kind)}: [\n${lines.join(',\n')}\n]`;
  });
  writeFileSync(path, `{\n${kinds.join(',\n')}\n}\n`);
  await formatFiles([path]);
}
