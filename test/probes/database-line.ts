import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A line to a database that can fall silent: connections stay open and nothing arrives any more. */
export class DatabaseLine {
  private readonly sockets = new Set<Socket>();
  private readonly forgotten = new Set<Socket>();
  private silent = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (caller) => {
      this.join(caller);
    });
  }

  static async to(databaseUrl: string): Promise<DatabaseLine> {
    const line = new DatabaseLine(createServer(), new URL(databaseUrl));
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    return line;
  }

  /** The database's address by way of this line. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(port) }).href;
  }

  fallSilent(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.pause();
  }

  speakAgain(): void {
    this.silent = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** What is connected now stays so and never hears anything again, as behind a firewall that forgot it; new callers are served. */
  forgetConnections(): void {
    for (const socket of this.sockets) {
      socket.pause();
      this.forgotten.add(socket);
    }
    this.sockets.clear();
  }

  async close(): Promise<void> {
    for (const socket of [...this.sockets, ...this.forgotten]) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(caller: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    this.forward(caller, database);
    this.forward(database, caller);
  }

  private forward(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.silent) from.pause();
  }
}
