import type { Socket } from 'node:net';
import { DatabaseProxy } from '../../support/database-proxy';

/** A line to a database that can fall silent: connections stay open and nothing arrives any more. */
export class SilentLine extends DatabaseProxy {
  /** All but those that were forgotten. */
  private readonly remembered = new Set<Socket>();
  private silent = false;

  static to(databaseUrl: string): Promise<SilentLine> {
    return new SilentLine(databaseUrl).listening();
  }

  fallSilent(): void {
    this.silent = true;
    for (const socket of this.remembered) socket.pause();
  }

  speakAgain(): void {
    this.silent = false;
    for (const socket of this.remembered) socket.resume();
  }

  /** What is connected now stays so and never hears anything again, as behind a firewall that forgot it; new callers are served. */
  forgetConnections(): void {
    for (const socket of this.remembered) socket.pause();
    this.remembered.clear();
  }

  protected join(caller: Socket, database: Socket): void {
    this.forward(caller, database);
    this.forward(database, caller);
  }

  private forward(from: Socket, to: Socket): void {
    this.remembered.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('close', () => this.remembered.delete(from));
    if (this.silent) from.pause();
  }
}
