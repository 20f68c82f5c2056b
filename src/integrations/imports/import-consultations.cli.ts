import 'reflect-metadata';
import { createConsultationsImport } from './consultations-import';
import { createImportCommand, formatUsage } from './import-command';
import { runCommand } from '../../platform/command-line/command';

/** `npm run import:consultations -- file.csv` */
export const done = runCommand(createImportCommand(createConsultationsImport), {
  usage: formatUsage('import:consultations'),
  endsOnAbort: true,
});
