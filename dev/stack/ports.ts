import { randomInt } from 'node:crypto';
import { createServer, connect } from 'node:net';
import { StackError } from './stack-error';

const loopback = ['127.0.0.1', '::1'];

/** Below those that systems give to outgoing connections, which would take a port before it is bound. */
const FREE_PORTS = [20_000, 32_768] as const;

/** A port that was free a moment ago. Whoever binds it must be ready to find it taken. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  let port: number;
  do port = randomInt(...FREE_PORTS);
  while (!(await isBindable(port, host)));
  return port;
}

/**
 * Checks that a port can be had on this machine, before anything slow is started for it.
 * @throws StackError that names the port and the variable that changes it
 */
export async function requireFreePort(
  port: number,
  { variable, host }: { variable: string; host?: string },
): Promise<void> {
  const named = host === undefined || host === 'localhost' ? [] : [host];
  for (const address of [...loopback, ...named]) {
    // Some systems let a port be bound on one address while another program has it on all of them.
    if ((await answers(port, address)) || !(await isBindable(port, address))) throw portTaken(port, variable);
  }
}

/** The error for a port that another program has. */
export function portTaken(port: number, variable: string): StackError {
  return new StackError(
    `Port ${port} is taken by another program. Stop that program, or choose another port: ${variable}=${port + 1} npm start`,
  );
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => {
      settle(true);
    });
    socket.once('timeout', () => {
      settle(false);
    });
    socket.once('error', () => {
      settle(false);
    });
  });
}

async function isBindable(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new StackError(`Port ${port} needs more rights than this user has.`);
    // A machine without IPv6 has no ::1: no port is taken there.
    return code !== 'EADDRINUSE';
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
