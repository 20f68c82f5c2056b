import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '../../dev/stack/processes';
import { processEnvironment } from '../../src/platform/config/environment';

/** The exit code and the output of a program that has ended. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/** Variables that programs need. No setting of the platform is one of them. */
const REQUIRED_VARIABLES = ['PATH', 'HOME', 'USER', 'TMPDIR', 'LANG'];

/** Returns the environment of a shell without the platform's settings, plus these variables. */
export function shellEnvironment(variables: Variables = {}): Record<string, string> {
  const environment = processEnvironment();
  const required = REQUIRED_VARIABLES.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(required), npm_config_update_notifier: 'false', ...variables };
}

/** A process with its child processes, in its own process group as in a terminal. */
export class Program {
  private readonly child: ChildProcess;
  private stdout = '';
  private stderr = '';
  private code: number | null | undefined;

  constructor(
    command: readonly [string, ...string[]],
    { cwd, variables = {} }: { cwd: string; variables?: Variables },
  ) {
    const [file, ...args] = command;
    this.child = spawn(file, args, {
      cwd,
      env: shellEnvironment(variables),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.child.on('error', (error) => {
      this.stderr += error.message;
      this.code = null;
    });
    // Not `close`, which also waits for the output of processes that the program left behind.
    this.child.on('exit', (code) => {
      this.code = code;
    });
  }

  /** stdout until now. */
  get output(): string {
    return this.stdout;
  }

  /** stderr until now. */
  get errors(): string {
    return this.stderr;
  }

  /** Waits until stderr contains `text`. */
  async waitForError(text: string, { within = 120_000 } = {}): Promise<void> {
    await this.until(`it reported "${text}"`, { within, condition: () => this.stderr.includes(text) });
  }

  /** Waits until stdout contains `text`. */
  async waitForOutput(text: string, { within = 120_000 } = {}): Promise<void> {
    await this.until(`it wrote "${text}"`, { within, condition: () => this.stdout.includes(text) });
  }

  /** Waits for the program's end. */
  async end({ within = 120_000 } = {}): Promise<ProgramResult> {
    await this.until('it ended', { within, condition: () => this.code !== undefined });
    // Its last output may not have arrived yet.
    await wait(50);
    return { code: this.code ?? null, stdout: this.stdout, stderr: this.stderr };
  }

  /** Stops reading stdout, so that its pipe fills. */
  pauseOutput(): void {
    this.child.stdout?.pause();
  }

  /** Reads stdout again, and waits until every process that can write to it has ended. */
  async readToEnd(): Promise<void> {
    const { stdout } = this.child;
    if (!stdout) return;
    stdout.resume();
    await finished(stdout);
  }

  /** Ctrl-C: sends SIGINT to every process of the group. */
  interrupt(): void {
    this.signalGroup('SIGINT');
  }

  /** Ctrl-\: sends SIGQUIT to every process of the group. */
  quit(): void {
    this.signalGroup('SIGQUIT');
  }

  /** `kill`: sends SIGTERM to the program, not to its child processes. */
  terminate(): void {
    if (this.child.pid !== undefined) sendSignal(this.child.pid, 'SIGTERM');
  }

  /** Sends SIGHUP to the program, not to its child processes. */
  hangUp(): void {
    if (this.child.pid !== undefined) sendSignal(this.child.pid, 'SIGHUP');
  }

  /** The program's process id; 0 if it could not be started. */
  get id(): number {
    return this.child.pid ?? 0;
  }

  /** Returns the ids of the program's child processes. */
  childIds(): number[] {
    const file = `/proc/${this.child.pid ?? 0}/task/${this.child.pid ?? 0}/children`;
    return readFileSync(file, 'utf8')
      .split(' ')
      .filter((id) => id !== '')
      .map(Number);
  }

  /** Sends SIGKILL to every process of the group that still runs. */
  kill(): void {
    this.signalGroup('SIGKILL');
  }

  /** Stops every process of the group until `resume`. */
  pause(): void {
    this.signalGroup('SIGSTOP');
  }

  resume(): void {
    this.signalGroup('SIGCONT');
  }

  /** Whether the program itself has ended. */
  get hasEnded(): boolean {
    return this.code !== undefined;
  }

  private signalGroup(name: NodeJS.Signals): void {
    if (this.child.pid !== undefined) sendSignal(-this.child.pid, name);
  }

  private async until(
    what: string,
    { within, condition }: { within: number; condition: () => boolean },
  ): Promise<void> {
    const deadline = Date.now() + within;
    while (!condition()) {
      const hasEnded = this.code !== undefined;
      if (hasEnded || Date.now() > deadline) {
        const reason = hasEnded ? `ended with ${String(this.code)}` : `ran for ${within} ms`;
        throw new Error(
          `${this.child.spawnargs.join(' ')} ${reason} before ${what}:\n${this.stdout}${this.stderr}`,
        );
      }
      await wait(20);
    }
  }
}

/** Runs a program to its end. */
export async function run(
  command: readonly [string, ...string[]],
  { within = 120_000, ...options }: { cwd: string; variables?: Variables; within?: number },
): Promise<ProgramResult> {
  const program = new Program(command, options);
  try {
    return await program.end({ within });
  } finally {
    program.kill();
  }
}
