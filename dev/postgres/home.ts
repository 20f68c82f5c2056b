import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, dataFolder, packageName } from '../checkout';
import { StackError } from '../stack/stack-error';
import { canEnter, canUse, isRoot, findAccount, type Account } from './account';

/** The folder of one server's data, password and log. Only its account may enter it. */
export interface ServerHome {
  readonly directory: string;
  readonly account: Account;
  /** A folder that the account may enter, for a copy of PostgreSQL's programs. */
  readonly base: string;
}

/** Returns the data directory of a home. It exists only if it is complete. */
export function dataOf(directory: string): string {
  return join(directory, 'data');
}

/**
 * Opens the home of this checkout's server: in the checkout's .data/, or, if PostgreSQL's account cannot enter that, in a
 * folder under /var/tmp that is named after the checkout. Prefers the one that has data.
 * @throws StackError if the account can use neither
 */
export async function openCheckoutHome(): Promise<ServerHome> {
  await mkdir(dataFolder, { recursive: true });
  // Root may have a strict umask, but PostgreSQL's account must enter. Secret files have their own mode.
  if (isRoot()) await chmod(dataFolder, 0o755);
  const inCheckout = join(dataFolder, 'postgres');
  const account = await findAccount(dataOf(inCheckout));
  if (await canEnter(account, dataFolder)) {
    if (existsSync(dataOf(inCheckout)) || !isRoot())
      return openHome({ directory: inCheckout, account, base: dataFolder });
    const elsewhere = await findSharedFolder({ create: false });
    if (elsewhere === undefined || !existsSync(dataOf(join(elsewhere, 'postgres')))) {
      return openHome({ directory: inCheckout, account, base: dataFolder });
    }
  }
  const base = await findSharedFolder({ create: true });
  if (base === undefined)
    throw new StackError(`Every folder under ${SHARED_FOLDER} that could hold the data belongs to others.`);
  const directory = join(base, 'postgres');
  return openHome({ directory, account: await findAccount(dataOf(directory)), base });
}

/** Creates the folder if it is missing, for its account only. @throws StackError if the account cannot use it */
export async function openHome(home: ServerHome): Promise<ServerHome> {
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

const SHARED_FOLDER = '/var/tmp';

/**
 * Returns this checkout's folder under /var/tmp. Other users may have created a folder or a link with the same name, so it
 * must be a folder of this user that no other user can write.
 */
async function findSharedFolder({ create }: { create: boolean }): Promise<string | undefined> {
  const hash = createHash('sha256')
    .update(await realpath(checkoutRoot))
    .digest('hex')
    .slice(0, 12);
  for (const suffix of ['', '-2', '-3', '-4', '-5']) {
    const path = join(SHARED_FOLDER, `${packageName()}-${hash}${suffix}`);
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
