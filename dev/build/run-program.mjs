import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root, stopWith } from './checkout.cjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program from the checkout's root and waits for it. Signals go on to it, so that stopping this process
 * stops both.
 * @returns {Promise<number>} its exit code, 128 + n if signal n ended it
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
    const listeners = passedOn.map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, listener] of listeners) process.on(signal, listener);
    const settle = (action) => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      action();
    };
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (code, signal) => settle(() => resolve(code ?? 128 + constants.signals[signal])));
    if (child.pid !== undefined) onStart(child);
  });
}

/**
 * One step of the set-up: its output goes to stderr, because stdout belongs to the program that follows. If it
 * fails, this process says so and ends.
 */
export async function run(command, { lock, failure, env = process.env }) {
  let code;
  try {
    code = await runProgram(command, { env, stdio: ['ignore', 2, 2], onStart: ({ pid }) => lock.share(pid) });
  } catch (error) {
    lock.release();
    stopWith(`${failure} (${error.message})`);
  }
  if (code === 0) return;
  lock.release();
  // It was stopped by hand, as this process is to be: with nothing more to say.
  if (code > 128) process.exit(code);
  stopWith(failure);
}
