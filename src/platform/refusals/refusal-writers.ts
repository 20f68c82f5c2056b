import { Injectable } from '@nestjs/common';
import type { ProcedureContext } from '../contract/procedure-context';

/** A call that gets an error. */
export interface RefusedCall {
  /** What was thrown. */
  readonly reason: unknown;
  /** The message of the error. */
  readonly message: string;
  /** Returns the input as it was sent, valid or not; undefined if it cannot be read. Is undefined if it must not be. */
  readonly readInput: (() => Promise<unknown>) | undefined;
  /** Returns the context of the call, without a caller if it is not known who that is. */
  readonly findContext: () => Promise<ProcedureContext>;
}

/** Returns the message that a refused call gets. */
export type RefusalWriter = (call: RefusedCall) => Promise<string>;

/** The writers of procedures whose callers get more than the reason of a refusal, whatever the reason is. */
@Injectable()
export class RefusalWriters {
  private readonly writers = new Map<string, RefusalWriter>();

  /** @param path of the procedure */
  set(path: string, writer: RefusalWriter): void {
    this.writers.set(path, writer);
  }

  find(path: string): RefusalWriter | undefined {
    return this.writers.get(path);
  }
}
