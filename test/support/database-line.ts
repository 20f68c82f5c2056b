import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A line through which a database is reached. What passes on it, and what is lost, is for the lines that extend it. */
export abstract class DatabaseLine {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly target: URL;

  protected constructor(databaseUrl: string) {
    this.target = new URL(databaseUrl);
    this.server = createServer((caller) => {
      this.accept(caller);
    });
  }

  /** The database's address by way of this line. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(port) }).href;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  protected async listening(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  /** Carries what a caller and the database say to each other. One that ends, ends the other. */
  protected abstract join(caller: Socket, database: Socket): void;

  private accept(caller: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    const end = (): void => {
      caller.destroy();
      database.destroy();
    };
    for (const socket of [caller, database]) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    this.join(caller, database);
  }
}
