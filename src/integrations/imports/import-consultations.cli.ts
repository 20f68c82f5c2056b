import 'reflect-metadata';
import { consultationsImport } from './consultations-import';
import { importCommand, usageOf } from './import-command';
import { runCommand } from '../../platform/command-line/command';

/** `npm run import:consultations -- file.csv`: records the consultations of a file. */
export const done = runCommand(importCommand(consultationsImport), usageOf('import:consultations'));
