import 'reflect-metadata';
import { importCommand, usageOf } from '../imports/import-command';
import { salesImport } from '../imports/sales-import';
import { runCommand } from './command';

/** `npm run import:sales -- file.csv`: records the medication sales of a file. */
export const done = runCommand(importCommand(salesImport), usageOf('import:sales'));
