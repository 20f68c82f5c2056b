import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A program that a health check asks: answers at one path with a status that may change, elsewhere 404. */
export interface Answering {
  readonly port: number;
  status: number;
  close(): Promise<void>;
}

export async function startAnswering(path: string): Promise<Answering> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === path ? answering.status : 404).end();
  });
  server.listen(0, '127.0.0.1');
  // A test that fails before it closes this must still end.
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const answering: Answering = {
    port: address.port,
    status: 200,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return answering;
}

/** Runs a command with the variables it is given and its way to programs, and answers how it ended. */
export async function exitCodeOf(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...variables }, stdio: 'ignore' });
  await once(child, 'exit');
  return child.exitCode;
}
