import { USAGE, checkCounts } from './check-counts.command';
import { runCommand } from '../../../platform/command-line/command';

export const done = runCommand(checkCounts, { usage: USAGE });
