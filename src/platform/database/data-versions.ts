import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from './database';
import { type Statement, statement } from './statement';
import { TurnBatch } from './turn-batch';

const row = z.object({ version: z.string() });

type VersionStatement = Statement<Readonly<Record<string, never>>, typeof row>;

const declared = new Map<string, VersionStatement>();

/**
 * Declares how the version of some data is read.
 * @param name as contracts use it (`sharing`)
 * @param text a short query of one column `version`, a text that differs whenever the committed data has changed
 */
export function dataVersion(name: string, text: string): VersionStatement {
  const version: VersionStatement = statement({
    name: `version_of_${name}`,
    text,
    row,
    connection: 'pipelined',
  });
  declared.set(name, version);
  return version;
}

/** Reads the versions of data. Calls of one turn of the event loop share one statement for each version. */
@Injectable()
export class DataVersions {
  private readonly reads = new Map<string, TurnBatch<undefined, string>>();

  constructor(private readonly database: Database) {}

  isDeclared(name: string): boolean {
    return declared.has(name);
  }

  /** Returns a text that differs from earlier ones if any of the data has changed. */
  async read(names: readonly string[]): Promise<string> {
    const versions = await Promise.all(names.map((name) => this.batchOf(name).add(undefined)));
    return versions.join(' ');
  }

  private batchOf(name: string): TurnBatch<undefined, string> {
    const existing = this.reads.get(name);
    if (existing) return existing;
    const version = declared.get(name);
    if (!version) throw new TypeError(`no data version is called ${name}`);
    const read = async (calls: readonly undefined[]) => {
      const { version: current } = await this.database.one(version);
      return calls.map(() => current);
    };
    const batch = new TurnBatch(read, { maxSize: Infinity, maxRunning: Infinity });
    this.reads.set(name, batch);
    return batch;
  }
}
