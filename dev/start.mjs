import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stopWith } from './checkout.mjs';
import { takeLock } from './lock.mjs';
import { prepare } from './prepare.mjs';

/** `npm start`: from a fresh clone to a running stack. */

const lock = takeLock(join(root, '.data', 'start.lock'));
if (lock.holder !== undefined) {
  stopWith(
    `This checkout is running already: process ${lock.holder}${addressOf(lock.holder)}. Stop that one first.`,
  );
}
process.on('exit', () => lock.release());

await prepare();
const { launch } = await import('../dist/dev/launch.js');
await launch();

function addressOf(pid) {
  try {
    const stack = JSON.parse(readFileSync(join(root, '.data', 'stack.json'), 'utf8'));
    return stack.pid === pid ? `, at ${stack.baseUrl}` : ', which is still starting';
  } catch {
    return ', which is still starting';
  }
}
