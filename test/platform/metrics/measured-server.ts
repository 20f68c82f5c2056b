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

  samples(): Promise<Sample[]> {
    return readSamples(this.metricsPort);
  }

  async close(): Promise<void> {
    this.server.kill();
    await this.model.close();
    await this.others.database.close();
  }
}

/** Makes calls of each kind that the metrics describe. */
export async function makeTraffic(measured: MeasuredServer): Promise<void> {
  const { anyone } = measured;
  const doctor = await measured.as({ role: 'doctor', country: 'KE' });
  await anyone.get('specialties.list');
  await anyone.get('specialties.list');
  await anyone.get('auth.me');
  await anyone.get('no.procedure');
  await anyone.post('chatbot.sendMessage', { message: 'How do I treat a cold?' });
  await anyone.post('chatbot.sendMessage', { message: 'My baby is not breathing' });
  await doctor.get('auth.me');
  await doctor.post('consultations.record', {
    patientId: 'P-1',
    pathologyName: 'Malaria',
    consultationDate: '2026-05-06T07:08:09Z',
  });
}
