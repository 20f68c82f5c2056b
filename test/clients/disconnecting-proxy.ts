import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { listenOnLoopback } from '../support/loopback';

/** A TCP proxy that counts connections and can drop them, like a mobile network. */
export class DisconnectingProxy {
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(target: string): Promise<DisconnectingProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    const proxy = new DisconnectingProxy(server, await listenOnLoopback(server));
    server.on('connection', (clientSocket) => {
      const serverSocket = connect(Number(port), hostname);
      proxy.connections += 1;
      for (const [socket, other] of [
        [clientSocket, serverSocket],
        [serverSocket, clientSocket],
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

  /** Closes all open connections. */
  disconnectAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.disconnectAll();
    this.server.close();
    await once(this.server, 'close');
  }
}
