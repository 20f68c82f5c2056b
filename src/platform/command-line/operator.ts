import { hostname, userInfo } from 'node:os';

/** Returns who runs a command, for its audit event: the user of the operating system, and the host. */
export function currentOperator(): { operator: string; host: string } {
  return { operator: userName(), host: hostname() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
