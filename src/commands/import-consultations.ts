import 'reflect-metadata';
import { consultationsImport } from '../imports/consultations-import';
import { importCommand } from '../imports/import-command';
import { usageOf } from '../imports/import-options';
import { runCommand } from './command';

/** `npm run import:consultations -- file.csv`: records the consultations of a file. */
export const done = runCommand(importCommand(consultationsImport), usageOf('import:consultations'));
