import { join } from 'node:path';
import { checkoutRoot } from '../../../dev/checkout';
import { findFreePort } from '../../../dev/stack/ports';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { PlainCaller } from '../../support/plain-caller';
import { ServerProcess } from '../../support/server-process';

const REPORT = join(checkoutRoot, 'test/platform/metrics/report-packages.cjs');

describe('a platform', () => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openDatabase();
  });

  afterAll(() => database.close());

  /** Returns the packages of telemetry that a platform has loaded after a call. */
  async function loadedWith(settings: Readonly<Record<string, string>>): Promise<string> {
    const server = await ServerProcess.start({
      ...database.settings,
      NODE_OPTIONS: `--require=${REPORT}`,
      ...settings,
    });
    await new PlainCaller(server.origin).get('specialties.list');
    const { stderr } = await server.stop();
    return /^loaded: (.*)$/m.exec(stderr)?.[1] ?? 'not reported';
  }

  it('loads neither prom-client nor OpenTelemetry by default', async () => {
    expect(await loadedWith({})).toBe('');
  });

  it('loads prom-client with METRICS_PORT', async () => {
    const port = await findFreePort('127.0.0.1');
    // prom-client itself loads OpenTelemetry's API, for examples of values.
    expect(await loadedWith({ METRICS_PORT: String(port) })).toBe('@opentelemetry,prom-client');
  });

  it('does not load prom-client for traces', async () => {
    expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBe('@opentelemetry');
  });
});
