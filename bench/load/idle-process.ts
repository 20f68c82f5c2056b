import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

/**
 * Opens connections, sends one request on each, and keeps them open. Reports when all have their response, and for each
 * message from the parent process how many are still open.
 */

const planSchema = z.object({ port: z.number(), path: z.string(), connections: z.number() });
const eventSchema = z.tuple([planSchema]).rest(z.unknown());

/** Connections that are opened at once: less than the backlog of a server. */
const AT_ONCE = 100;

const open = new Set<Socket>();

async function main(): Promise<void> {
  const [{ port, path, connections }] = eventSchema.parse(await once(process, 'message'));
  for (let opened = 0; opened < connections; opened += AT_ONCE) {
    const count = Math.min(AT_ONCE, connections - opened);
    await Promise.all(Array.from({ length: count }, () => openConnection(port, path)));
  }
  process.send?.(open.size);
  process.on('message', () => process.send?.(open.size));
}

async function openConnection(port: number, path: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('close', () => open.delete(socket));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  if (!socket.destroyed) open.add(socket);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
