import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, dataFolder, packageName } from '../checkout';
import { StackError } from '../stack/stack-error';
import { canEnter, canUse, isRoot, postgresAccount, type Account } from './account';

/** Where one server keeps everything: its data, its password and its log, in a folder that only its account may enter. */
export interface Home {
  readonly directory: string;
  readonly account: Account;
  /** A folder that the account may enter, for a copy of the programs if one is needed. */
  readonly base: string;
}

/** Folder of the data itself. It exists only once it is complete: it is created under another name. */
export function dataOf(directory: string): string {
  return join(directory, 'data');
}

/**
 * The home of this checkout's server: in the checkout's .data/, or in a folder under /var/tmp named after the
 * checkout where PostgreSQL's account cannot reach that. One that holds data already wins.
 */
export async function homeOfCheckout(): Promise<Home> {
  await mkdir(dataFolder, { recursive: true });
  // A strict umask of root's would keep PostgreSQL's account out; what is secret in there has its own mode.
  if (isRoot()) await chmod(dataFolder, 0o755);
  const inCheckout = join(dataFolder, 'postgres');
  const account = await postgresAccount(dataOf(inCheckout));
  if (await canEnter(account, dataFolder)) {
    if (existsSync(dataOf(inCheckout)) || !isRoot())
      return openHome({ directory: inCheckout, account, base: dataFolder });
    const elsewhere = await ownFolder({ create: false });
    if (elsewhere === undefined || !existsSync(dataOf(join(elsewhere, 'postgres')))) {
      return openHome({ directory: inCheckout, account, base: dataFolder });
    }
  }
  const base = await ownFolder({ create: true });
  if (base === undefined)
    throw new StackError(`Every folder under ${sharedFolder} that could hold the data belongs to others.`);
  const directory = join(base, 'postgres');
  return openHome({ directory, account: await postgresAccount(dataOf(directory)), base });
}

/** Creates the folder if it is not there, and makes sure that its account, and nobody else, can use it. */
export async function openHome(home: Home): Promise<Home> {
  const { directory, account } = home;
  const isNew = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (isNew !== undefined || !existsSync(dataOf(directory))) {
    if (account !== undefined) await chown(directory, account.uid, account.gid);
    await chmod(directory, 0o700).catch(() => undefined);
  }
  if (await canUse(account, directory)) return home;
  throw new StackError(
    `${directory} belongs to another user. Run this as that user or as root, remove the folder, or set DATABASE_URL.`,
  );
}

const sharedFolder = '/var/tmp';

/**
 * A folder of ours under /var/tmp. Anybody may have put a folder, or a link, at a name that can be guessed, so only a
 * real folder that is root's and that nobody else can write is taken.
 */
async function ownFolder({ create }: { create: boolean }): Promise<string | undefined> {
  const hash = createHash('sha256')
    .update(await realpath(checkoutRoot))
    .digest('hex')
    .slice(0, 12);
  for (const suffix of ['', '-2', '-3', '-4', '-5']) {
    const path = join(sharedFolder, `${packageName()}-${hash}${suffix}`);
    if (create) {
      await mkdir(path, { mode: 0o755 }).then(
        () => chmod(path, 0o755),
        () => undefined,
      );
    }
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return path;
    if (found === undefined) return undefined;
  }
  return undefined;
}
