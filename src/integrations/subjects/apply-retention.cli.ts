import { runCommand } from '../../platform/command-line/command';
import { USAGE, applyRetention } from './apply-retention.command';

/** `npm run retention:apply` */
export const done = runCommand(applyRetention, { usage: USAGE, asOwner: true });
