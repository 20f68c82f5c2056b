import 'reflect-metadata';
import { consultationsImport } from '../imports/consultations-import';
import { importCommand, usageOf } from '../imports/import-command';
import { runCommand } from './command';

/** `npm run import:consultations -- file.csv`: records the consultations of a file. */
export const done = runCommand(importCommand(consultationsImport), usageOf('import:consultations'));
