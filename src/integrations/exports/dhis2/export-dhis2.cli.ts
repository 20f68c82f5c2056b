import { runCommand } from '../../../platform/command-line/command';
import { exportDhis2 } from './export-dhis2.command';

/** Finished once the command has run. */
export const done = runCommand(exportDhis2);
