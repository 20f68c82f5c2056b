import { runCommand } from '../../platform/command-line/command';
import { USAGE, exportSubject } from './subject-export.command';

/** `npm run subject:export` */
export const done = runCommand(exportSubject, { usage: USAGE });
