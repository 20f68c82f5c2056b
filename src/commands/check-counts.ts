import { checkCounts } from './check-counts.command';
import { runCommand } from './command';

export const done = runCommand(checkCounts);
