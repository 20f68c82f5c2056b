import { setTimeout as wait } from 'node:timers/promises';
import { checkoutRoot } from '../../dev/checkout';
import { findFreePort } from '../../dev/stack/ports';
import { type ProgramResult, Program } from '../stack/program';
import { TEST_SETTINGS } from './environment';
import { typeScriptCommand } from './typescript-command';
import { until } from './until';

const START_TIMEOUT_MS = 60_000;
/** Longer than a process needs to end after it has closed its port. */
const UNREAD_MS = 1_000;

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
      if (program.hasEnded || Date.now() > deadline) {
        server.kill();
        throw new Error(`a server does not start: ${program.errors}${program.output}`);
      }
      await wait(100);
    }
    return server;
  }

  /** Kills the process with `SIGKILL`. */
  kill(): void {
    this.program.kill();
  }

  /** Stops the process with `SIGSTOP` until `resume`. */
  pause(): void {
    this.program.pause();
  }

  resume(): void {
    this.program.resume();
  }

  /** Whether the process has ended. */
  get hasEnded(): boolean {
    return this.program.hasEnded;
  }

  /** Requests a rolling restart of its workers. */
  restart(): void {
    this.program.hangUp();
  }

  /** Its process id. */
  get id(): number {
    return this.program.id;
  }

  /** The ids of its workers, with `WEB_CONCURRENCY` of two or more. */
  workerIds(): number[] {
    return this.program.childIds();
  }

  /** Its log until now. */
  get log(): string {
    return this.program.output;
  }

  /** What it wrote to stderr until now. */
  get errors(): string {
    return this.program.errors;
  }

  /** Stops the process with `SIGTERM` and waits for its end. */
  async stop({ within = 30_000 } = {}): Promise<ProgramResult> {
    this.program.terminate();
    return this.program.end({ within });
  }

  /** Stops the process as Ctrl-\ does in a terminal, and waits for its end. */
  async quit(): Promise<ProgramResult> {
    this.program.quit();
    return this.program.end();
  }

  /** Stops with `SIGTERM` while nobody reads its log, and reads the rest of the log afterwards. */
  async stopUnread(): Promise<ProgramResult> {
    this.program.terminate();
    await until('the port is closed', () =>
      fetch(`${this.origin}/livez`).then(
        () => false,
        () => true,
      ),
    );
    await wait(UNREAD_MS);
    await this.program.readToEnd();
    return this.program.end();
  }

  /** Stops reading its log. */
  pauseLog(): void {
    this.program.pauseOutput();
  }

  private async isReady(): Promise<boolean> {
    const response = await fetch(`${this.origin}/readyz`).catch(() => undefined);
    return response?.status === 200;
  }
}
