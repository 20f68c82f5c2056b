import { once } from 'node:events';
import { createServer } from 'node:net';
import { checkoutRoot } from '../../../dev/checkout';
import { isAlive } from '../../../dev/stack/processes';
import { run } from '../../stack/program';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { type TestDatabase, createDatabase } from '../../support/database';
import { TEST_SETTINGS } from '../../support/environment';
import { ModelServer, streams } from '../../support/model-server';
import { PlainCaller } from '../../support/plain-caller';
import { ServerProcess } from '../../support/server-process';
import { typeScriptCommand } from '../../support/typescript-command';
import { until } from '../../support/until';
import { SteadyLoad } from './steady-load';

describe('the platform with several processes', () => {
  let database: TestDatabase;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterEach(() => {
    server?.kill();
    server = undefined;
  });

  afterAll(() => database.drop());

  async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const { WEB_CONCURRENCY = '2' } = settings;
    const started = await ServerProcess.start({ DATABASE_URL: database.url, ...settings, WEB_CONCURRENCY });
    server = started;
    const count = Number(WEB_CONCURRENCY);
    await until('all processes log that they have started', () => startCount(started) === count);
    return started;
  }

  it('loses no request in a rolling restart', async () => {
    const started = await startServer();
    const load = new SteadyLoad(`${started.origin}/api/trpc/specialties.list`);
    const before = started.workerIds();
    started.restart();
    await until('the restart ends', () => started.log.includes('restarted 2 of 2 processes'));
    const countAtEnd = load.responseCount;
    await until('requests are served after the restart', () => load.responseCount > countAtEnd + 100);
    await load.end();
    expect(load.failures).toEqual([]);
    const after = started.workerIds();
    expect(after).toHaveLength(2);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });

  it('replaces a killed process, and the others serve meanwhile', async () => {
    const started = await startServer();
    const load = new SteadyLoad(`${started.origin}/api/trpc/specialties.list`);
    await until('requests are served', () => load.responseCount > 100);
    const [killed = 0] = started.workerIds();
    process.kill(killed, 'SIGKILL');
    await until('the process has ended', () => !isAlive(killed));
    // The requests that it was serving fail.
    const countAfterKill = load.responseCount;
    await until('requests are served again', () => load.responseCount > countAfterKill + 20);
    load.forgetFailures();
    await until('another process starts', () => startCount(started) === 3);
    const countAfterStart = load.responseCount;
    await until('requests are served', () => load.responseCount > countAfterStart + 100);
    await load.end();
    expect(load.failures).toEqual([]);
    expect(started.workerIds()).toHaveLength(2);
    expect(started.log).toContain(`process ${killed} was ended by SIGKILL; another one starts`);
  });

  it('ends all processes on SIGTERM, with exit code 0', async () => {
    const started = await startServer();
    const workers = started.workerIds();
    expect(await started.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('ends all processes on SIGQUIT of a terminal, with exit code 0', async () => {
    const started = await startServer();
    const workers = started.workerIds();
    const { code, stdout, stderr } = await started.quit();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('another one starts');
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('writes whole lines to the log', async () => {
    const started = await startServer();
    const load = new SteadyLoad(`${started.origin}/livez`);
    await until('requests are served', () => load.responseCount > 2_000);
    await load.end();
    const { stdout } = await started.stop();
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('{"level":') || !line.endsWith('}'))).toEqual([]);
    expect(lines.length).toBeGreaterThan(2_000);
  });

  it.each([
    ['1', 'json'],
    ['2', 'json'],
    ['1', 'pretty'],
  ])(
    'writes every line to a reader that pauses, with %s processes and LOG_FORMAT=%s',
    async (count, format) => {
      const started = await startServer({ WEB_CONCURRENCY: count, LOG_FORMAT: format });
      started.pauseLog();
      const load = new SteadyLoad(`${started.origin}/api/trpc/specialties.list`);
      await until('requests are served', () => load.responseCount > 3_000);
      await load.end();
      const { code, stdout } = await started.stopUnread();
      expect(stdout.split('\n').filter((line) => line.includes('specialties.list'))).toHaveLength(
        load.responseCount,
      );
      expect(code).toBe(0);
    },
  );

  it('streams a reply to readers in every process', async () => {
    const model = await ModelServer.start();
    const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
    model.behave(streams(words, { between: 100 }));
    const started = await startServer({ CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl });
    const { messageId } = await start(new PlainCaller(started.origin), { message: 'I cough' });
    const readers = await Promise.all(
      Array.from({ length: 4 }, () => ReplyStream.open(started.origin, { messageId })),
    );
    await Promise.all(readers.map((reader) => reader.end()));
    await model.close();
    expect(readers.map(({ text }) => text.trim())).toEqual(Array(4).fill(words.join('').trim()));
    expect(model.requests).toHaveLength(1);
  });

  const failToStart = (settings: Readonly<Record<string, string>>) =>
    run(typeScriptCommand('src/main.ts'), {
      cwd: checkoutRoot,
      variables: {
        ...TEST_SETTINGS,
        DATABASE_URL: database.url,
        HOST: '127.0.0.1',
        WEB_CONCURRENCY: '2',
        ...settings,
      },
    });

  it('reports once that the database does not answer, and exits with 1', async () => {
    const { code, stderr } = await failToStart({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(stderr).toBe('The database that DATABASE_URL names does not answer (ECONNREFUSED)\n');
    expect(code).toBe(1);
  });

  it('reports once that the port is taken, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, stderr } = await failToStart({ PORT: String(port) });
    other.close();
    expect(stderr.match(/the port is taken; PORT, or METRICS_PORT, changes it/g)).toHaveLength(1);
    expect(code).toBe(1);
  });
});

/** Returns how many processes have logged that they started. */
function startCount({ log }: ServerProcess): number {
  return log.split('Nest application successfully started').length - 1;
}
