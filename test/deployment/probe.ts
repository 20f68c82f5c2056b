import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '../support/loopback';

/** A server that responds with `status` at one path, and with 404 elsewhere. */
export interface StatusServer {
  readonly port: number;
  status: number;
  close(): Promise<void>;
}

export async function startStatusServer(path: string): Promise<StatusServer> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === path ? statusServer.status : 404).end();
  });
  const { port } = new URL(await listenOnLoopback(server));
  // A test that fails before it closes the server must still end.
  server.unref();
  const statusServer: StatusServer = { port: Number(port), status: 200, close: () => closeServer(server) };
  return statusServer;
}

/** Runs a command with PATH and these variables. @returns its exit code */
export async function runForExitCode(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...variables }, stdio: 'ignore' });
  await once(child, 'exit');
  return child.exitCode;
}
