import 'reflect-metadata';
import { consultationsImport } from './consultations-import';
import { createImportCommand, formatUsage } from './import-command';
import { runCommand } from '../../platform/command-line/command';

/** `npm run import:consultations -- file.csv` */
export const done = runCommand(createImportCommand(consultationsImport), {
  usage: formatUsage('import:consultations'),
  endsOnAbort: true,
});
