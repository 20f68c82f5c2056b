import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { LOCALES } from '../src/shared/locale';
import { assessAll } from './assistant/evaluate';
import { readLearnedMessages } from './assistant/labelled-messages';
import { createReviewSheet, formatReviewCsv, formatReviewHtml } from './assistant/review-sheet';
import { printLines } from './table';

/** `npm run triage:review -- --language sw`: writes a sheet of signs, phrases, advice and doubtful messages, as HTML and CSV. */
function main(): void {
  const { values } = parseArgs({ options: { language: { type: 'string' } } });
  const language = z.enum(LOCALES).parse(values.language);
  const messages = readLearnedMessages();
  const rows = createReviewSheet(
    language,
    assessAll(messages.filter((message) => message.language === language)),
  );
  const name = `triage-review.${language}`;
  writeFileSync(`${name}.csv`, formatReviewCsv(rows));
  writeFileSync(`${name}.html`, formatReviewHtml(language, rows));
  printLines([
    `${name}.html and ${name}.csv: ${rows.length} rows. Fill in "mark", then: npm run triage:labels -- ${name}.csv`,
  ]);
}

main();
