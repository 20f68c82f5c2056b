import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../dev/ports';
import { Program } from '../stack/program';
import { PlainCaller } from '../support/plain-caller';

const ROOT = join(__dirname, '../..');
const START_MS = 60_000;

/** Some processes of the operating system that serve one database, each with connections of its own. */
export class ServerProcesses {
  private constructor(private readonly servers: readonly { program: Program; origin: string }[]) {}

  /** @param connections the most that each has to the database */
  static async start(
    count: number,
    { databaseUrl, connections }: { databaseUrl: string; connections: number },
  ): Promise<ServerProcesses> {
    const servers = await Promise.all(
      Array.from({ length: count }, () =>
        start({ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(connections) }),
      ),
    );
    return new ServerProcesses(servers);
  }

  /** One caller for each process, with the session that this `Cookie` header carries. */
  callers(cookie: string): PlainCaller[] {
    return this.servers.map(({ origin }) => new PlainCaller(origin, cookie));
  }

  stop(): void {
    for (const { program } of this.servers) program.kill();
  }
}

async function start(variables: Record<string, string>): Promise<{ program: Program; origin: string }> {
  const port = await freePort('127.0.0.1');
  const script = join(ROOT, 'src/main.ts');
  const program = new Program([process.execPath, join(ROOT, 'test/counts/run-typescript.mjs'), script], {
    cwd: ROOT,
    variables: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      OAUTH_ISSUER: 'http://127.0.0.1:1',
      OAUTH_CLIENT_ID: 'health-platform',
      CHATBOT_PROVIDER: 'offline',
      ...variables,
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  while (!(await isReady(origin))) {
    if (Date.now() > deadline) {
      program.kill();
      throw new Error(`a server does not start: ${program.output}`);
    }
    await wait(100);
  }
  return { program, origin };
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}
