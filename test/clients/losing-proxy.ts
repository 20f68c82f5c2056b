import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';

/** Passes connections on to a server, counts them, and loses them on command, as a mobile network does. */
export class LosingProxy {
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(target: string): Promise<LosingProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('the proxy listens on a port');
    const proxy = new LosingProxy(server, `http://127.0.0.1:${address.port}`);
    server.on('connection', (near) => {
      const far = connect(Number(port), hostname);
      proxy.connections += 1;
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        proxy.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          proxy.sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    return proxy;
  }

  /** Every connection that is open is gone. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}
