import type { Socket } from 'node:net';
import { DatabaseProxy } from '../../support/database-proxy';

/**
 * How the next `COMMIT` fails: the connection closes before it arrives (`commit`) or before its response does (`answer`), or
 * it is dropped and the connection stays open (`silence`).
 */
export type Loss = 'commit' | 'answer' | 'silence';

/** A proxy in front of a database that can lose a `COMMIT`. */
export class CommitLossProxy extends DatabaseProxy {
  private nextLoss: Loss | undefined;

  static to(databaseUrl: string): Promise<CommitLossProxy> {
    return new CommitLossProxy(databaseUrl).listen();
  }

  loseNextCommit(loss: Loss): void {
    this.nextLoss = loss;
  }

  protected connectSockets(client: Socket, database: Socket): void {
    let isResponseLost = false;
    client.on('data', (chunk: Buffer) => {
      const loss = chunk.includes('COMMIT\0') ? this.nextLoss : undefined;
      if (loss !== undefined) this.nextLoss = undefined;
      if (loss === 'commit') client.destroy();
      else if (loss !== 'silence') database.write(chunk);
      isResponseLost = loss === 'answer';
    });
    database.on('data', (chunk: Buffer) => {
      if (isResponseLost) client.destroy();
      else client.write(chunk);
    });
  }
}
