import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

const HOST = '127.0.0.1';

/**
 * What happens on a link. `cut`: connections are reset and new ones refused. `silent`: data is held back and arrives later.
 * `dropped`: as `silent`, but the connections are lost in the end. `deaf`: requests arrive and their responses are lost.
 */
export type Interruption = 'cut' | 'silent' | 'dropped' | 'deaf';

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy whose network can be interrupted. Its own port never changes. */
export class NetworkLink {
  private readonly connections = new Set<Connection>();
  /** Connections that were opened during an interruption. */
  private readonly waiting = new Set<Socket>();
  private readonly listener: Server;
  private interruption: Interruption | undefined;
  private targetPort = 0;

  private constructor() {
    this.listener = createServer((client) => {
      this.accept(client);
    });
  }

  static async open(targetPort = 0): Promise<NetworkLink> {
    const link = new NetworkLink();
    link.targetPort = targetPort;
    link.listener.listen(0, HOST);
    await once(link.listener, 'listening');
    return link;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** Sends new connections to another port. */
  retarget(port: number): void {
    this.targetPort = port;
  }

  interrupt(interruption: Interruption): void {
    this.interruption = interruption;
    if (interruption === 'cut') this.loseConnections();
    if (interruption === 'silent' || interruption === 'dropped') {
      for (const { client, server } of this.connections) {
        client.pause();
        server.pause();
      }
    }
  }

  /** Ends the interruption. */
  heal(): void {
    const { interruption } = this;
    this.interruption = undefined;
    if (interruption !== 'silent') this.loseConnections();
    for (const { client, server } of this.connections) {
      client.resume();
      server.resume();
    }
    for (const client of this.waiting) this.join(client);
    this.waiting.clear();
  }

  async close(): Promise<void> {
    this.loseConnections();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private accept(client: Socket): void {
    client.on('error', () => client.destroy());
    const { interruption } = this;
    if (interruption === 'cut') client.resetAndDestroy();
    else if (interruption === 'silent' || interruption === 'dropped') {
      client.pause();
      this.waiting.add(client);
      client.once('close', () => this.waiting.delete(client));
    } else this.join(client);
  }

  private join(client: Socket): void {
    const connection = { client, server: connect(this.targetPort, HOST) };
    const { server } = connection;
    this.connections.add(connection);
    const end = (): void => {
      this.connections.delete(connection);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (chunk: Buffer) => server.write(chunk));
    server.on('data', (chunk: Buffer) => {
      if (this.interruption !== 'deaf') client.write(chunk);
    });
    client.resume();
  }

  private loseConnections(): void {
    for (const socket of this.waiting) socket.resetAndDestroy();
    for (const { client, server } of this.connections) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
    this.waiting.clear();
    this.connections.clear();
  }
}
