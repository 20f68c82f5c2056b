import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readCatalogueNames, TRANSLATED_LOCALES } from '../src/shared/catalogue-names/catalogue-names';
import { createNameSheet, formatNameSheet } from './catalogue-names/name-sheet';
import { printLines } from './table';

/** `npm run names:review -- --language sw`: writes a sheet of the names of pathologies and medications, as HTML and CSV. */
function main(): void {
  const { values } = parseArgs({ options: { language: { type: 'string' } } });
  const language = z.enum(TRANSLATED_LOCALES).parse(values.language);
  const rows = createNameSheet(language, readCatalogueNames(language));
  const { csv, html } = formatNameSheet(language, rows);
  const name = `names-review.${language}`;
  writeFileSync(`${name}.csv`, csv);
  writeFileSync(`${name}.html`, html);
  printLines([
    `${name}.html and ${name}.csv: ${rows.length} rows. Fill in "mark" and "correction", save as CSV in UTF-8, then: npm run names:confirm -- ${name}.csv`,
  ]);
}

main();
