import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from '../build/source-files.cjs';
import { takeLock } from '../build/lock.mjs';

/** Takes the lock that one stack of this checkout holds while it runs. Exits if another process has it. */
export function takeStartLock() {
  const lock = takeLock(join(root, '.data', 'start.lock'));
  if (lock.holder !== undefined) {
    exitWith(
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
