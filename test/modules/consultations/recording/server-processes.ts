import { PlainCaller } from '../../../support/plain-caller';
import { ServerProcess } from '../../../support/server-process';

/** Some processes of the operating system that serve one database, each with connections of its own. */
export class ServerProcesses {
  private constructor(private readonly servers: readonly ServerProcess[]) {}

  /** @param connections the most that each has to the database */
  static async start(
    count: number,
    { databaseUrl, connections }: { databaseUrl: string; connections: number },
  ): Promise<ServerProcesses> {
    const settings = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(connections) };
    return new ServerProcesses(
      await Promise.all(Array.from({ length: count }, () => ServerProcess.start(settings))),
    );
  }

  /** One caller for each process, with the session that this `Cookie` header carries. */
  callers(cookie: string): PlainCaller[] {
    return this.servers.map(({ origin }) => new PlainCaller(origin, cookie));
  }

  stop(): void {
    for (const server of this.servers) server.kill();
  }
}
