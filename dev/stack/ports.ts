import { randomInt } from 'node:crypto';
import { createServer, connect } from 'node:net';
import { OperatorError } from '../../src/platform/config/operator-error';

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/** Below the ephemeral ports: the system could give one of those to an outgoing connection before it is bound. */
const PORT_RANGE = [20_000, 32_768] as const;

/** Returns a port that no program listens on. Another program may take it before the caller binds it. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  let port: number;
  do port = randomInt(...PORT_RANGE);
  while (!(await isBindable(port, host)));
  return port;
}

/**
 * Checks that a port is free on this machine.
 * @param variable the setting that chooses another port
 * @throws OperatorError with the port and the setting
 */
export async function requireFreePort(
  port: number,
  { variable, host }: { variable: string; host?: string },
): Promise<void> {
  const hosts = host === undefined || host === 'localhost' ? [] : [host];
  for (const address of [...LOOPBACK_ADDRESSES, ...hosts]) {
    // Some systems allow a port to be bound on one address while another program has it on all addresses.
    if ((await isAnswering(port, address)) || !(await isBindable(port, address)))
      throw portTakenError(port, variable);
  }
}

/** Returns the error for a port that another program has. */
export function portTakenError(port: number, variable: string): OperatorError {
  return new OperatorError(
    `Port ${port} is taken by another program. Stop that program, or choose another port: ${variable}=${port + 1} npm start`,
  );
}

function isAnswering(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const finish = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => {
      finish(true);
    });
    socket.once('timeout', () => {
      finish(false);
    });
    socket.once('error', () => {
      finish(false);
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
    if (code === 'EACCES') throw new OperatorError(`Port ${port} needs more rights than this user has.`);
    // On a machine without IPv6, ::1 fails with another code: no program has the port there.
    return code !== 'EADDRINUSE';
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
