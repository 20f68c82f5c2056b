import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A TCP proxy in front of a database. Subclasses decide what it forwards. */
export abstract class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly target: URL;

  protected constructor(databaseUrl: string) {
    this.target = new URL(databaseUrl);
    this.server = createServer((client) => {
      this.accept(client);
    });
  }

  /** Address of the database through this proxy. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(port) }).href;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  protected async listen(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  /** Forwards data between client and database. If one connection ends, the other is ended too. */
  protected abstract connectSockets(client: Socket, database: Socket): void;

  private accept(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    this.connectSockets(client, database);
  }
}
