import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A lock between processes of this machine: a directory with one file for each process that holds the lock.
 *
 * A process takes the lock by renaming its own directory to the lock's path. The file system allows that for one process
 * only, while the path is absent or empty. Each file is named after its process, so that removing the file of a dead
 * process never removes that of a live one.
 */

/**
 * Takes the lock, or returns the process that holds it. Does not wait.
 * @param {string} path
 * @returns {{ holder: number } | { holder: undefined, share: (pid: number) => void, release: () => void }}
 */
export function takeLock(path) {
  const candidate = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(candidate, { recursive: true, force: true });
  mkdirSync(candidate);
  writeFileSync(join(candidate, fileNameOf(process.pid)), '');
  while (!tryRename(candidate, path)) {
    const holder = findHolder(path);
    if (holder !== undefined) {
      rmSync(candidate, { recursive: true, force: true });
      return { holder };
    }
  }
  const entries = [fileNameOf(process.pid)];
  return {
    holder: undefined,
    /** Makes a child hold the lock too, in case this process is killed. */
    share(pid) {
      entries.push(fileNameOf(pid));
      writeFileSync(join(path, fileNameOf(pid)), '');
    },
    release() {
      for (const entry of entries) ignoreErrors(['ENOENT'], () => unlinkSync(join(path, entry)));
      ignoreErrors(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(path));
    },
  };
}

function tryRename(from, to) {
  return ignoreErrors(['ENOTEMPTY', 'EEXIST', 'EPERM'], () => {
    renameSync(from, to);
    return true;
  });
}

/** Returns the process that holds the lock. Removes the files of processes that have ended. */
function findHolder(path) {
  const entries = ignoreErrors(['ENOENT'], () => readdirSync(path)) ?? [];
  const alive = entries.filter((entry) => entry === fileNameOf(Number.parseInt(entry, 10)));
  for (const entry of entries) {
    if (!alive.includes(entry)) ignoreErrors(['ENOENT'], () => unlinkSync(join(path, entry)));
  }
  return alive.length > 0 ? Number.parseInt(alive[0], 10) : undefined;
}

/**
 * Returns the file name of a process, or undefined if it has ended. On Linux the name has the process's start time, because
 * the system reuses ids: a container that restarts has nearly always the same ones.
 */
function fileNameOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return undefined;
  }
  const stat = ignoreErrors(['ENOENT', 'ESRCH', 'EACCES', 'ENOTDIR'], () =>
    readFileSync(`/proc/${pid}/stat`, 'utf8'),
  );
  if (stat === undefined) return `${pid}.running`;
  // proc(5): after the name in parentheses come the state (field 3) and, as field 22, the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${pid}.${fields[19]}`;
}

function ignoreErrors(codes, action) {
  try {
    return action();
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
    return undefined;
  }
}
