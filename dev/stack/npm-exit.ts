import { processEnvironment } from '../../src/platform/config/environment';

const POLL_INTERVAL_MS = 250;

/**
 * Calls `action` when npm has ended. `kill` of an `npm start` ends npm and its shell, but npm does not forward the signal:
 * without this, the stack would go on in the background and hold its ports.
 */
export function onNpmExit(action: () => void): void {
  if (processEnvironment().npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, POLL_INTERVAL_MS);
  timer.unref();
}
