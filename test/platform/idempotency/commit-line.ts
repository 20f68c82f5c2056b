import type { Socket } from 'node:net';
import { DatabaseProxy } from '../../support/database-proxy';

/** What becomes of the next `COMMIT`: it or its answer is lost with the connection, or it is lost and nobody says so. */
export type Loss = 'commit' | 'answer' | 'silence';

/** A line to a database that can fail at the worst of moments. */
export class CommitLine extends DatabaseProxy {
  private next: Loss | undefined;

  static to(databaseUrl: string): Promise<CommitLine> {
    return new CommitLine(databaseUrl).listening();
  }

  loseNext(loss: Loss): void {
    this.next = loss;
  }

  protected join(caller: Socket, database: Socket): void {
    let answerLost = false;
    caller.on('data', (chunk: Buffer) => {
      const loss = chunk.includes('COMMIT\0') ? this.next : undefined;
      if (loss !== undefined) this.next = undefined;
      if (loss === 'commit') caller.destroy();
      else if (loss !== 'silence') database.write(chunk);
      answerLost = loss === 'answer';
    });
    database.on('data', (chunk: Buffer) => {
      if (answerLost) caller.destroy();
      else caller.write(chunk);
    });
  }
}
