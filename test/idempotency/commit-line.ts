import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** What becomes of the next `COMMIT`: it or its answer is lost with the connection, or it is lost and nobody says so. */
export type Loss = 'commit' | 'answer' | 'silence';

/** A line to a database that can fail at the worst of moments. */
export class CommitLine {
  private readonly sockets = new Set<Socket>();
  private next: Loss | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (caller) => {
      this.join(caller);
    });
  }

  static async to(databaseUrl: string): Promise<CommitLine> {
    const line = new CommitLine(createServer(), new URL(databaseUrl));
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    return line;
  }

  /** The database's address by way of this line. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(port) }).href;
  }

  loseNext(loss: Loss): void {
    this.next = loss;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(caller: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    const end = (): void => {
      caller.destroy();
      database.destroy();
    };
    let answerLost = false;
    for (const socket of [caller, database]) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    caller.on('data', (chunk: Buffer) => {
      const loss = chunk.includes('COMMIT\0') ? this.next : undefined;
      if (loss !== undefined) this.next = undefined;
      if (loss === 'commit') end();
      else if (loss !== 'silence') database.write(chunk);
      answerLost = loss === 'answer';
    });
    database.on('data', (chunk: Buffer) => {
      if (answerLost) end();
      else caller.write(chunk);
    });
  }
}
