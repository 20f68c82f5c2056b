import { setTimeout as wait } from 'node:timers/promises';
import { checkoutRoot } from '../../dev/checkout';
import { findFreePort } from '../../dev/stack/ports';
import { type ProgramResult, Program } from '../stack/program';
import { TEST_SETTINGS } from './environment';
import { typeScriptCommand } from './typescript-command';

const START_TIMEOUT_MS = 60_000;

/** A platform in a separate process. */
export class ServerProcess {
  private constructor(
    private readonly program: Program,
    readonly origin: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const port = await findFreePort('127.0.0.1');
    const program = new Program(typeScriptCommand('src/main.ts'), {
      cwd: checkoutRoot,
      variables: {
        ...TEST_SETTINGS,
        HOST: '127.0.0.1',
        PORT: String(port),
        ...settings,
      },
    });
    const server = new ServerProcess(program, `http://127.0.0.1:${port}`);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await server.isReady())) {
      if (Date.now() > deadline) {
        server.kill();
        throw new Error(`a server does not start: ${program.output}`);
      }
      await wait(100);
    }
    return server;
  }

  /** Kills the process with `SIGKILL`. */
  kill(): void {
    this.program.kill();
  }

  /** Requests a rolling restart of its workers. */
  restart(): void {
    this.program.hangUp();
  }

  /** The ids of its workers, with `WEB_CONCURRENCY` of two or more. */
  workerIds(): number[] {
    return this.program.childIds();
  }

  /** Its log until now. */
  get log(): string {
    return this.program.output;
  }

  /** Stops the process with `SIGTERM` and waits for its end. */
  async stop({ within = 30_000 } = {}): Promise<ProgramResult> {
    this.program.terminate();
    return this.program.end({ within });
  }

  private async isReady(): Promise<boolean> {
    const response = await fetch(`${this.origin}/readyz`).catch(() => undefined);
    return response?.status === 200;
  }
}
