import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import { type Danger, dangerIn } from '../../triage';

/**
 * Reads messages for danger signs, one after another. A long one takes a part of a second of the one thread that serves
 * everybody: whatever else has arrived meanwhile is served before the next is read.
 */
@Injectable()
export class DangerReading {
  private readonly turns = bulkhead(1, Infinity);

  /** As `dangerIn`. */
  danger(message: string, earlier: readonly string[]): Promise<Danger | undefined> {
    return this.turns.execute(async () => {
      await nextTurn();
      return dangerIn(message, earlier);
    });
  }
}
