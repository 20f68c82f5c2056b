import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { signal } from '../../dev/stack/processes';
import { processEnvironment } from '../../src/platform/config/environment';

/** How a program ended and everything that it wrote. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/** What of this process's environment a program needs to run at all; settings are never among it. */
const NEEDED = ['PATH', 'HOME', 'USER', 'TMPDIR', 'LANG'];

/** The environment of somebody's shell in which nothing of the platform is set, and what a test adds to it. */
export function shellEnvironment(variables: Variables = {}): Record<string, string> {
  const own = processEnvironment();
  const needed = NEEDED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  return { ...Object.fromEntries(needed), npm_config_update_notifier: 'false', ...variables };
}

/** A real process with those that it starts, as a terminal runs it: in a process group of its own. */
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
    // Its own end, not that of its output: a server left behind would keep that open.
    this.child.on('exit', (code) => {
      this.code = code;
    });
  }

  get output(): string {
    return this.stdout;
  }

  get errors(): string {
    return this.stderr;
  }

  /** Waits until the program has written `text` to its standard error. */
  async hasReported(text: string, { within = 120_000 } = {}): Promise<void> {
    await this.until(`it reported "${text}"`, { within, met: () => this.stderr.includes(text) });
  }

  /** Waits until the program has written `text` to its standard output. */
  async hasWritten(text: string, { within = 120_000 } = {}): Promise<void> {
    await this.until(`it wrote "${text}"`, { within, met: () => this.stdout.includes(text) });
  }

  /** Waits for its end. */
  async end({ within = 120_000 } = {}): Promise<Ending> {
    await this.until('it ended', { within, met: () => this.code !== undefined });
    // What it wrote last may still be on its way.
    await wait(50);
    return { code: this.code ?? null, stdout: this.stdout, stderr: this.stderr };
  }

  /** Ctrl-C: the signal goes to every process of the group. */
  interrupt(): void {
    this.signalGroup('SIGINT');
  }

  /** `kill` of the program alone, those that it started not told. */
  terminate(): void {
    if (this.child.pid !== undefined) signal(this.child.pid, 'SIGTERM');
  }

  /** For `finally`: whatever of the group is still there is gone after this. */
  kill(): void {
    this.signalGroup('SIGKILL');
  }

  private signalGroup(name: NodeJS.Signals): void {
    if (this.child.pid !== undefined) signal(-this.child.pid, name);
  }

  private async until(what: string, { within, met }: { within: number; met: () => boolean }): Promise<void> {
    const deadline = Date.now() + within;
    while (!met()) {
      const ended = this.code !== undefined;
      if (ended || Date.now() > deadline) {
        const how = ended ? `ended with ${String(this.code)}` : `ran for ${within} ms`;
        throw new Error(
          `${this.child.spawnargs.join(' ')} ${how} before ${what}:\n${this.stdout}${this.stderr}`,
        );
      }
      await wait(20);
    }
  }
}

/** Runs a program to its end. */
export async function run(
  command: readonly [string, ...string[]],
  where: { cwd: string; variables?: Variables; within?: number },
): Promise<Ending> {
  const program = new Program(command, where);
  try {
    return await program.end({ within: where.within ?? 120_000 });
  } finally {
    program.kill();
  }
}
