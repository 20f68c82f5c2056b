import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canUse, postgresAccount } from './account';
import { type Home } from './home';
import { startServer, type PostgresServer } from './server';

/**
 * Starts a PostgreSQL of its own for a run of tests: empty, fast, and gone with this process however that ends,
 * its data too.
 */
export async function startTemporaryPostgres(): Promise<PostgresServer> {
  const home = await temporaryHome();
  const server = await startServer(home, { durable: false });
  const guard = spawnGuard(server.pid, home.base);
  const onExit = () => {
    server.signalStop('immediate');
  };
  process.once('exit', onExit);
  return {
    ...server,
    stop: async () => {
      process.off('exit', onExit);
      // Nothing in it is worth the wait of an orderly shutdown.
      server.signalStop('immediate');
      await server.stop();
      guard.dismiss();
      await rm(home.base, { recursive: true, force: true });
    },
  };
}

async function temporaryHome(): Promise<Home> {
  const account = await postgresAccount();
  for (const parent of [tmpdir(), '/var/tmp']) {
    const base = await mkdtemp(join(parent, 'postgres-for-tests-'));
    if (account !== undefined) await chown(base, account.uid, account.gid);
    if (await canUse(account, base)) return { directory: base, account, base };
    await rm(base, { recursive: true });
  }
  throw new Error(`PostgreSQL's account can use neither ${tmpdir()} nor /var/tmp`);
}

/**
 * A process that waits for this one to end, even by kill -9, which closes the pipe between them; then it ends the
 * server and removes its folder. Told to by a line on that pipe, it leaves without doing so.
 */
function spawnGuard(pid: number, folder: string): { dismiss: () => void } {
  const script = `read -r line && exit 0
    kill -QUIT "$1" 2>/dev/null
    i=0; while [ -e "$2/data/postmaster.pid" ] && [ $i -lt 50 ]; do sleep 0.1; i=$((i + 1)); done
    kill -KILL "$1" 2>/dev/null
    rm -rf -- "$2"`;
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(pid), folder], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  // Neither the guard nor the pipe to it is a reason for this process to stay.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return {
    dismiss: () => {
      guard.stdin.end('stay\n');
    },
  };
}
