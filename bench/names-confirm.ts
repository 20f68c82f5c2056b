import { readFileSync } from 'node:fs';
import { OperatorError } from '../src/platform/config/operator-error';
import { runCommand } from '../dev/commands/run-command';
import { nameFileOf, writeNameFile } from './catalogue-names/name-file';
import { confirmNames } from './catalogue-names/name-sheet';
import { printLines } from './table';

/** `npm run names:confirm -- sheet.csv`: takes the marks and corrections of a reviewed sheet in, all or none. */
async function main(): Promise<void> {
  const [sheet] = process.argv.slice(2);
  if (sheet === undefined) throw new OperatorError('Usage: npm run names:confirm -- sheet.csv');
  const { language, names, confirmed, corrected } = confirmNames(readFileSync(sheet, 'utf8'));
  const path = nameFileOf(language);
  await writeNameFile(path, names);
  printLines([`${path}: ${confirmed} names more are confirmed, and ${corrected} were corrected.`]);
}

runCommand(main);
