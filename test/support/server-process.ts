import { setTimeout as wait } from 'node:timers/promises';
import { checkoutRoot } from '../../dev/checkout';
import { freePort } from '../../dev/stack/ports';
import { type Ending, Program } from '../stack/program';
import { TEST_SETTINGS } from './environment';
import { runTypeScript } from './run-typescript';

const START_MS = 60_000;

/** A server in a process of its own, which can be killed. */
export class ServerProcess {
  private constructor(
    private readonly program: Program,
    readonly origin: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const port = await freePort('127.0.0.1');
    const program = new Program(runTypeScript('src/main.ts'), {
      cwd: checkoutRoot,
      variables: {
        ...TEST_SETTINGS,
        HOST: '127.0.0.1',
        PORT: String(port),
        ...settings,
      },
    });
    const server = new ServerProcess(program, `http://127.0.0.1:${port}`);
    const deadline = Date.now() + START_MS;
    while (!(await server.answers())) {
      if (Date.now() > deadline) {
        server.kill();
        throw new Error(`a server does not start: ${program.output}`);
      }
      await wait(100);
    }
    return server;
  }

  /** With `SIGKILL`, of which it learns nothing. */
  kill(): void {
    this.program.kill();
  }

  /** With `SIGTERM`, as an orchestrator stops it; waits for its end. */
  async stop({ within = 30_000 } = {}): Promise<Ending> {
    this.program.terminate();
    return this.program.end({ within });
  }

  private async answers(): Promise<boolean> {
    const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  }
}
