import 'reflect-metadata';
import { createImportCommand, formatUsage } from './import-command';
import { salesImport } from './sales-import';
import { runCommand } from '../../platform/command-line/command';

/** `npm run import:sales -- file.csv` */
export const done = runCommand(createImportCommand(salesImport), {
  usage: formatUsage('import:sales'),
  endsOnAbort: true,
});
