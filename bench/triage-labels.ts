import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendMessages, readLearnedMessages, REVIEWED_FILE } from './assistant/labelled-messages';
import { readMarks } from './assistant/review-sheet';
import { printLines } from './table';

/** `npm run triage:labels -- sheet.csv`: takes the marks of a reviewed sheet in as labelled messages, in place of older labels. */
function main(): void {
  const [sheet] = process.argv.slice(2);
  if (sheet === undefined) throw new TypeError('Usage: npm run triage:labels -- sheet.csv');
  const known = new Map(readLearnedMessages().map((message) => [message.text, message]));
  const marked = readMarks(readFileSync(sheet, 'utf8')).filter(
    ({ text, label }) => known.get(text)?.label !== label,
  );
  appendMessages(
    REVIEWED_FILE,
    marked.map((message) => ({
      id: `r-${createHash('sha256').update(message.text).digest('hex').slice(0, 12)}`,
      ...message,
    })),
  );
  printLines([`${REVIEWED_FILE}: ${marked.length} new labels. Then: npm run train:triage`]);
}

main();
