import { USAGE, checkCounts } from './check-counts.command';
import { runCommand } from '../../../platform/command-line/command';

/** `npm run check:counts` */
export const done = runCommand(checkCounts, { usage: USAGE });
