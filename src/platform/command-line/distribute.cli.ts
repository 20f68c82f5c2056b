import { runCommand } from './command';
import { USAGE, distribute } from './distribute.command';

/** `npm run db:distribute` */
export const done = runCommand(distribute, { usage: USAGE, asOwner: true });
