import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, dataFolder, packageName } from '../checkout';
import { OperatorError } from '../../src/platform/config/operator-error';
import { canEnter, canUse, isRoot, findSystemUser, type SystemUser } from './system-user';

/** The folder of one server's data, password and log. Only its user may enter it. */
export interface ServerFolder {
  readonly directory: string;
  readonly user: SystemUser;
  /** A folder that the user may enter, for a copy of PostgreSQL's programs. */
  readonly base: string;
}

/** Returns the path of the data in a server folder. The data exists only if it is complete. */
export function dataOf(directory: string): string {
  return join(directory, 'data');
}

/**
 * Opens the folder of this checkout's server: in the checkout's .data/, or, if PostgreSQL's user cannot enter that, in a
 * folder under /var/tmp that is named after the checkout. Prefers the one that has data.
 * @throws OperatorError if the user can use neither
 */
export async function openCheckoutServerFolder(): Promise<ServerFolder> {
  await mkdir(dataFolder, { recursive: true });
  // Root may have a strict umask, but PostgreSQL's user must enter. Secret files have their own mode.
  if (isRoot()) await chmod(dataFolder, 0o755);
  const inCheckout = join(dataFolder, 'postgres');
  const user = await findSystemUser(dataOf(inCheckout));
  if (await canEnter(user, dataFolder)) {
    if (existsSync(dataOf(inCheckout)) || !isRoot())
      return openServerFolder({ directory: inCheckout, user, base: dataFolder });
    const elsewhere = await findSharedFolder({ create: false });
    if (elsewhere === undefined || !existsSync(dataOf(join(elsewhere, 'postgres')))) {
      return openServerFolder({ directory: inCheckout, user, base: dataFolder });
    }
  }
  const base = await findSharedFolder({ create: true });
  if (base === undefined)
    throw new OperatorError(
      `Every folder under ${SHARED_FOLDER} that could hold the data belongs to others.`,
    );
  const directory = join(base, 'postgres');
  return openServerFolder({ directory, user: await findSystemUser(dataOf(directory)), base });
}

/** Creates the folder if it is missing, for its user only. @throws OperatorError if the user cannot use it */
async function openServerFolder(folder: ServerFolder): Promise<ServerFolder> {
  const { directory, user } = folder;
  const isNew = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (isNew !== undefined || !existsSync(dataOf(directory))) {
    if (user !== undefined) await chown(directory, user.uid, user.gid);
    await chmod(directory, 0o700).catch(() => undefined);
  }
  if (await canUse(user, directory)) return folder;
  throw new OperatorError(
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
