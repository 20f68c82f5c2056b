import { PlainCaller } from '../../../support/plain-caller';
import { ServerProcess } from '../../../support/server-process';

/** Several server processes on one database. */
export class ServerProcesses {
  private constructor(private readonly servers: readonly ServerProcess[]) {}

  /** @param connections size of each process's connection pool */
  static async start(
    count: number,
    { databaseUrl, connections }: { databaseUrl: string; connections: number },
  ): Promise<ServerProcesses> {
    const settings = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(connections) };
    const servers = Array.from({ length: count }, () => ServerProcess.start(settings));
    return new ServerProcesses(await Promise.all(servers));
  }

  /** Creates a caller for each process. */
  createCallers(cookie: string): PlainCaller[] {
    return this.servers.map(({ origin }) => new PlainCaller(origin, cookie));
  }

  stop(): void {
    for (const server of this.servers) server.kill();
  }
}
