import { runCommand } from '../../platform/command-line/command';
import { USAGE, eraseSubject } from './subject-erase.command';

/** `npm run subject:erase` */
export const done = runCommand(eraseSubject, { usage: USAGE, asOwner: true });
