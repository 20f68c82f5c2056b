import { findFreePort } from '../../../dev/stack/ports';
import { ModelServer, streams } from '../../support/model-server';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { PlainCaller } from '../../support/plain-caller';
import { beginSession } from '../../support/platform';
import { ServerProcess } from '../../support/server-process';
import { type Sample, readSamples } from './metrics-reader';

/** A platform in its own process that serves metrics, with its database and model server. */
export class MeasuredServer {
  private constructor(
    readonly server: ServerProcess,
    readonly metricsPort: number,
    private readonly others: { readonly model: ModelServer; readonly database: OpenDatabase },
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<MeasuredServer> {
    const database = await openDatabase();
    const model = await ModelServer.start();
    model.behave(streams(['Drink ', 'water.'], { usage: true }));
    const metricsPort = await findFreePort('127.0.0.1');
    const server = await ServerProcess.start({
      ...database.settings,
      METRICS_PORT: String(metricsPort),
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'small-model',
      ...settings,
    });
    return new MeasuredServer(server, metricsPort, { model, database });
  }

  get anyone(): PlainCaller {
    return new PlainCaller(this.server.origin);
  }

  get model(): ModelServer {
    return this.others.model;
  }

  /** Returns a caller with a new account. */
  async as(account: Parameters<typeof beginSession>[1]): Promise<PlainCaller> {
    return this.anyone.as(await beginSession(this.others.database.dataSource, account));
  }

  /** Settings of commands on its database. */
  get settings(): OpenDatabase['settings'] {
    return this.others.database.settings;
  }

  /** Runs work while another connection holds a lock of a table. */
  async withLock(table: string, work: () => Promise<void>): Promise<void> {
    await this.others.database.dataSource.transaction(async (manager) => {
      await manager.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await work();
    });
  }

  samples(): Promise<Sample[]> {
    return readSamples(this.metricsPort);
  }

  async close(): Promise<void> {
    this.server.kill();
    await this.model.close();
    await this.others.database.close();
  }
}
