import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { exitWith, root } from './source-files.cjs';

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program from the checkout's root and waits for its end. Forwards signals to it.
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it
 */
export function runProgram(
  [program, ...args],
  { env = process.env, stdio = 'inherit', onStart = () => {} } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio,
      shell: process.platform === 'win32' && program === 'npm',
    });
    const listeners = FORWARDED_SIGNALS.map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, listener] of listeners) process.on(signal, listener);
    const finish = (action) => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      action();
    };
    child.on('error', (error) => finish(() => reject(error)));
    child.on('exit', (code, signal) => finish(() => resolve(code ?? 128 + constants.signals[signal])));
    if (child.pid !== undefined) onStart(child);
  });
}

/**
 * Runs one step of the preparation. If it fails, releases the lock and exits.
 * The step's output goes to stderr: stdout belongs to the program that runs afterwards.
 */
export async function runStep(command, { lock, failure, env = process.env }) {
  let code;
  try {
    code = await runProgram(command, { env, stdio: ['ignore', 2, 2], onStart: ({ pid }) => lock.share(pid) });
  } catch (error) {
    lock.release();
    exitWith(`${failure} (${error.message})`);
  }
  if (code === 0) return;
  lock.release();
  // A signal stopped the step: the user stopped it, so no message is needed.
  if (code > 128) process.exit(code);
  exitWith(failure);
}
