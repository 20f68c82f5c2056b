import { runCommand } from '../../platform/command-line/command';
import { USAGE, endSessions } from './end-sessions.command';

/** `npm run sessions:end` */
export const done = runCommand(endSessions, { usage: USAGE });
