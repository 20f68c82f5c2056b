import type { Database } from './database';
import type { Primary } from './read-replica';
import { READ_POSITION, READ_SYSTEM } from './read-replicas.sql';
import { TurnBatch } from './turn-batch';

/** Reads the primary's position in the write-ahead log. Calls of one turn of the event loop share one statement. */
export class LogPosition implements Primary {
  private readonly positions: TurnBatch<undefined, string>;

  constructor(private readonly database: Database) {
    this.positions = new TurnBatch(async (reads) => {
      const { position } = await database.one(READ_POSITION);
      return reads.map(() => position);
    });
  }

  readPosition(): Promise<string> {
    return this.positions.add(undefined);
  }

  async readSystemId(): Promise<string> {
    return (await this.database.one(READ_SYSTEM)).systemId;
  }
}
