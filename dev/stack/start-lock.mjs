import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stopWith } from '../build/checkout.cjs';
import { takeLock } from '../build/lock.mjs';

/** Makes this process the only one that runs a stack in this checkout; if another one does, it says so and ends. */
export function takeStartLock() {
  const lock = takeLock(join(root, '.data', 'start.lock'));
  if (lock.holder !== undefined) {
    stopWith(
      `This checkout is running already: process ${lock.holder}${addressOf(lock.holder)}. Stop that one first.`,
    );
  }
  process.on('exit', () => lock.release());
}

function addressOf(pid) {
  try {
    const stack = JSON.parse(readFileSync(join(root, '.data', 'stack.json'), 'utf8'));
    return stack.pid === pid ? `, at ${stack.baseUrl}` : ', which is still starting';
  } catch {
    return ', which is still starting';
  }
}
