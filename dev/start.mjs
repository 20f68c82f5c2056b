import { prepare } from './build/prepare.mjs';
import { takeStartLock } from './stack/start-lock.mjs';

/** `npm start`: installs, builds and runs the stack. */

takeStartLock();
await prepare();
const { launch } = await import('../dist/dev/stack/launch.js');
await launch();
