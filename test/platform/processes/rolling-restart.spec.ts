import { Agent, type Server, createServer, request as send } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestDatabase, createDatabase } from '../../support/database';
import { ServerProcess } from '../../support/server-process';
import { until } from '../../support/until';
import { SteadyLoad } from './steady-load';

const DELAY_SECONDS = 3;
const CHECK_INTERVAL_MS = 200;

/** A load balancer: sends requests to the processes that are ready, over connections that stay open, and retries none. */
class Balancer {
  private readonly ready = new Set<string>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private readonly timer: NodeJS.Timeout;
  private next = 0;

  private constructor(private readonly origins: Set<string>) {
    this.server = createServer((request, response) => {
      const ready = [...this.ready];
      this.next += 1;
      const origin = ready[this.next % ready.length];
      if (origin === undefined) {
        response.writeHead(502).end('no process is ready');
        return;
      }
      send(`${origin}${request.url ?? ''}`, { agent: this.agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      })
        .on('error', (error) => response.writeHead(502).end(error.message))
        .end();
    });
    this.timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS);
  }

  static async start(origins: Set<string>): Promise<Balancer> {
    const balancer = new Balancer(origins);
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    await until('both processes are ready', () => balancer.ready.size === 2);
    return balancer;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  isReady(origin: string): boolean {
    return this.ready.has(origin);
  }

  close(): void {
    clearInterval(this.timer);
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async check(): Promise<void> {
    for (const origin of this.origins) {
      const status = await fetch(`${origin}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) this.ready.add(origin);
      else this.ready.delete(origin);
    }
  }
}

describe('a process with SHUTDOWN_DELAY_SECONDS', () => {
  let database: TestDatabase;
  const started: ServerProcess[] = [];

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(async () => {
    for (const server of started) server.kill();
    await database.drop();
  });

  async function startServer(seconds = DELAY_SECONDS): Promise<ServerProcess> {
    const server = await ServerProcess.start({
      DATABASE_URL: database.url,
      SHUTDOWN_DELAY_SECONDS: String(seconds),
    });
    started.push(server);
    return server;
  }

  it('returns 503 from /readyz and answers requests after SIGTERM, and then ends with exit code 0', async () => {
    // Long enough for a busy machine to see the state.
    const server = await startServer(10);
    const ended = server.stop({ within: 60_000 });
    await until('it is not ready', async () => (await fetch(`${server.origin}/readyz`)).status === 503);
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    expect((await fetch(`${server.origin}/api/trpc/specialties.list`)).status).toBe(200);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('loses no request if one of two is replaced after the other behind a load balancer', async () => {
    const servers = [await startServer(), await startServer()];
    const origins = new Set(servers.map(({ origin }) => origin));
    const balancer = await Balancer.start(origins);
    const load = new SteadyLoad(`${balancer.origin}/api/trpc/specialties.list`);
    for (const old of servers) {
      const next = await startServer();
      origins.add(next.origin);
      await until('the new process is ready', () => balancer.isReady(next.origin));
      const { code } = await old.stop({ within: 60_000 });
      expect(code).toBe(0);
      origins.delete(old.origin);
    }
    const count = load.responseCount;
    await until('requests are served', () => load.responseCount > count + 100);
    await load.end();
    balancer.close();
    expect(load.failures).toEqual([]);
    expect(load.responseCount).toBeGreaterThan(500);
  });
});
