import 'reflect-metadata';
import { importCommand, usageOf } from './import-command';
import { salesImport } from './sales-import';
import { runCommand } from '../../platform/command-line/command';

/** `npm run import:sales -- file.csv`: records the medication sales of a file. */
export const done = runCommand(importCommand(salesImport), usageOf('import:sales'));
