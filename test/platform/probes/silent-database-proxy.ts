import type { Socket } from 'node:net';
import { DatabaseProxy } from '../../support/database-proxy';

/** A proxy in front of a database that can stop forwarding data while connections stay open. */
export class SilentDatabaseProxy extends DatabaseProxy {
  /** All sockets except those of forgotten connections. */
  private readonly forwardedSockets = new Set<Socket>();
  private isSilent = false;

  static to(databaseUrl: string): Promise<SilentDatabaseProxy> {
    return new SilentDatabaseProxy(databaseUrl).listen();
  }

  pause(): void {
    this.isSilent = true;
    for (const socket of this.forwardedSockets) socket.pause();
  }

  resume(): void {
    this.isSilent = false;
    for (const socket of this.forwardedSockets) socket.resume();
  }

  /** Stops forwarding on open connections for good, as a firewall does that has forgotten them. New connections work. */
  forgetConnections(): void {
    for (const socket of this.forwardedSockets) socket.pause();
    this.forwardedSockets.clear();
  }

  protected connectSockets(client: Socket, database: Socket): void {
    this.forward(client, database);
    this.forward(database, client);
  }

  private forward(from: Socket, to: Socket): void {
    this.forwardedSockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('close', () => this.forwardedSockets.delete(from));
    if (this.isSilent) from.pause();
  }
}
