import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

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
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address() as AddressInfo;
    const proxy = new DisconnectingProxy(server, `http://127.0.0.1:${address.port}`);
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
