import { runCommand } from '../../platform/command-line/command';
import { USAGE, auditSubject } from './audit-subject.command';

/** `npm run audit:subject` */
export const done = runCommand(auditSubject, { usage: USAGE });
