import { processEnvironment } from '../../src/platform/config/environment';

const everyMilliseconds = 250;

/**
 * Calls `action` once npm is gone. `kill` of an `npm start` ends npm and the shell between, but npm does not hand
 * the signal to the program: it would stay, unseen, with its ports.
 */
export function whenNpmEnds(action: () => void): void {
  if (processEnvironment().npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, everyMilliseconds);
  timer.unref();
}
