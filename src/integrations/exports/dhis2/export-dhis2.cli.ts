import { runCommand } from '../../../platform/command-line/command';
import { USAGE, exportDhis2 } from './export-dhis2.command';

export const done = runCommand(exportDhis2, { usage: USAGE });
