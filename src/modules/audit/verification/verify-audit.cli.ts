import { runCommand } from '../../../platform/command-line/command';
import { USAGE, verifyAudit } from './verify-audit.command';

/** `npm run audit:verify` */
export const done = runCommand(verifyAudit, { usage: USAGE });
