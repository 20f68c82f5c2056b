import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findSystemUser, spawnOptions } from '../../dev/postgres/system-user';
import { queryServer } from './query-server';

type Settings = Readonly<Record<string, string | number>>;

/** Returns the path of a running server's program. */
export async function findProgram(url: string): Promise<string> {
  const [row] = await queryServer(url, "SELECT setting FROM pg_config WHERE name = 'BINDIR'");
  return join(String(row?.setting), 'postgres');
}

/** A PostgreSQL server on a data folder. It ends with this process. */
export class PostgresProcess {
  private child: ReturnType<typeof spawn> | undefined;
  private output = '';
  private readonly onExit = () => this.child?.kill('SIGQUIT');

  constructor(
    private readonly program: string,
    private readonly data: string,
    private readonly settings: Settings,
  ) {}

  /** Its log until now. */
  get log(): string {
    return this.output;
  }

  /** Whether the server has ended by itself. */
  get hasEnded(): boolean {
    return this.child !== undefined && (this.child.exitCode !== null || this.child.signalCode !== null);
  }

  async start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...this.settings };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const user = spawnOptions(await findSystemUser());
    this.child = spawn(this.program, ['-D', this.data, ...options], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    process.once('exit', this.onExit);
  }

  /** Ends the server and all its connections at once. */
  async kill(): Promise<void> {
    process.off('exit', this.onExit);
    const { child } = this;
    if (child === undefined || this.hasEnded) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }
}

/**
 * Copies the data of a running server as PostgreSQL's manual describes (section 25.3.3): what `pg_basebackup` does.
 * @param files further files of the copy
 */
export async function copyRunningServer(
  url: string,
  { from, to, files = {} }: { from: string; to: string; files?: Readonly<Record<string, string>> },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('copy', fast => true)");
    await promisify(execFile)('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    const [label] = rows;
    if (!label) throw new Error('a backup has a label');
    await rm(join(to, 'postmaster.pid'), { force: true });
    await writeOwnFiles(to, { backup_label: label.labelfile, ...files });
  } finally {
    await client.end();
  }
}

/** Writes files that belong to PostgreSQL's user. */
export async function writeOwnFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const user = await findSystemUser();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
    if (user) await chown(join(folder, name), user.uid, user.gid);
  }
}
