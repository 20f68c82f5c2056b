import { prepare } from './build/prepare.mjs';
import { takeStartLock } from './stack/start-lock.mjs';

/** `npm start`: from a fresh clone to a running stack. */

takeStartLock();
await prepare();
const { launch } = await import('../dist/dev/launch.js');
await launch();
