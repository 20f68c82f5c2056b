import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { LoadClient } from '../load/load-client';
import { Contestant, type ContestantName, type ContestantOptions } from './contestants';
import type { BenchPath } from './paths';
import { type BenchDatabase, startBenchDatabase } from './database';

const CONSULTATIONS = 200_000;

/** The database server, the load process and the contestants of a benchmark. */
export class BenchField {
  private readonly contestants = new Map<string, { contestant: Contestant; databaseUrl: string }>();
  private modelServer: { child: ChildProcess; url: string } | undefined;
  private databaseCount = 0;

  private constructor(
    readonly database: BenchDatabase,
    readonly load: LoadClient,
    private readonly otherCheckout: string | undefined,
  ) {}

  /**
   * Opens a field for some work, and stops everything after it.
   * @param otherCheckout folder of the contestant `other`
   */
  static async use(work: (field: BenchField) => Promise<void>, otherCheckout?: string): Promise<void> {
    const database = await startBenchDatabase(CONSULTATIONS);
    const field = new BenchField(database, LoadClient.start(), otherCheckout);
    try {
      await work(field);
    } finally {
      await field.stopContestants();
      field.modelServer?.child.kill();
      field.load.stop();
      await field.database.stop();
    }
  }

  /** Starts a contestant with a database of its own, unless it runs already. */
  async enter(
    name: ContestantName,
    { hasModel = false, ...options }: { hasModel?: boolean } & Partial<ContestantOptions> = {},
  ): Promise<Contestant> {
    const key = JSON.stringify([name, hasModel, options.settings]);
    const running = this.contestants.get(key);
    if (running) return running.contestant;
    const databaseUrl = await this.cloneDatabase();
    const modelUrl = hasModel ? await this.startModelServer() : undefined;
    const checkout = name === 'other' ? this.otherCheckout : undefined;
    const contestant = await Contestant.start(name, { databaseUrl, modelUrl, checkout, ...options });
    this.contestants.set(key, { contestant, databaseUrl });
    return contestant;
  }

  /** Starts the contestants of a path, unless they run already. */
  async enterAll({ contestants, hasModel }: BenchPath): Promise<Contestant[]> {
    const entered: Contestant[] = [];
    for (const name of contestants) entered.push(await this.enter(name, { hasModel }));
    return entered;
  }

  /** Returns a new database for a contestant. */
  async cloneDatabase(): Promise<string> {
    this.databaseCount += 1;
    return this.database.clone(`bench_${this.databaseCount}`);
  }

  /** Returns the URL of a contestant's database. */
  databaseUrlOf(contestant: Contestant): string {
    const entry = [...this.contestants.values()].find((each) => each.contestant === contestant);
    if (!entry) throw new TypeError(`${contestant.name} is not in the field`);
    return entry.databaseUrl;
  }

  async stopContestants(): Promise<void> {
    for (const { contestant } of this.contestants.values()) await contestant.stop();
    this.contestants.clear();
  }

  private async startModelServer(): Promise<string> {
    if (this.modelServer) return this.modelServer.url;
    const child = fork(join(__dirname, '../load/model-server.js'));
    const [url] = z
      .tuple([z.string()])
      .rest(z.unknown())
      .parse(await once(child, 'message'));
    this.modelServer = { child, url };
    return url;
  }
}
