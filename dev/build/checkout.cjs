import { fileURLToPath } from 'node:url';

/** Root of this checkout, whatever the working directory is. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Ends the process with a message and no stack: for what the person at the keyboard can put right. */
export function stopWith(message) {
  process.stderr.write(`${message}\n`);
  // An exception would end it too, under a stack that says nothing to whoever reads the message.
  process.exit(1);
}
