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
 * A lock between processes of this machine, as a directory that holds one file for each process that has it.
 *
 * Taking it is one rename onto a path that is absent or an empty directory, which the file system does for
 * one process only. A file is named after its process, so clearing away a dead one's can never hit a living one's.
 */

/**
 * Takes the lock or says who has it; never waits.
 * @param {string} path
 * @returns {{ holder: number } | { holder: undefined, share: (pid: number) => void, release: () => void }}
 */
export function takeLock(path) {
  const candidate = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(candidate, { recursive: true, force: true });
  mkdirSync(candidate);
  writeFileSync(join(candidate, entryOf(process.pid)), '');
  while (!renamed(candidate, path)) {
    const holder = livingHolder(path);
    if (holder !== undefined) {
      rmSync(candidate, { recursive: true, force: true });
      return { holder };
    }
  }
  const entries = [entryOf(process.pid)];
  return {
    holder: undefined,
    /** Keeps the lock held while a child lives on, should this process be killed. */
    share(pid) {
      entries.push(entryOf(pid));
      writeFileSync(join(path, entryOf(pid)), '');
    },
    release() {
      for (const entry of entries) ignoring(['ENOENT'], () => unlinkSync(join(path, entry)));
      ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(path));
    },
  };
}

function renamed(from, to) {
  return ignoring(['ENOTEMPTY', 'EEXIST', 'EPERM'], () => {
    renameSync(from, to);
    return true;
  });
}

/** The process that has the lock; files of processes that have ended are cleared away. */
function livingHolder(path) {
  const entries = ignoring(['ENOENT'], () => readdirSync(path)) ?? [];
  const living = entries.filter((entry) => entry === entryOf(Number.parseInt(entry, 10)));
  for (const entry of entries) {
    if (!living.includes(entry)) ignoring(['ENOENT'], () => unlinkSync(join(path, entry)));
  }
  return living.length > 0 ? Number.parseInt(living[0], 10) : undefined;
}

/**
 * Process id and, where the system tells, the moment it started, because ids are given again: in a container
 * that restarts, nearly always the same ones. Undefined for a process that has ended.
 */
function entryOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return undefined;
  }
  const stat = ignoring(['ENOENT', 'ESRCH', 'EACCES', 'ENOTDIR'], () =>
    readFileSync(`/proc/${pid}/stat`, 'utf8'),
  );
  if (stat === undefined) return `${pid}.running`;
  // proc(5): after the parenthesised name come the state (3rd field) and, 19 further, the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${pid}.${fields[19]}`;
}

function ignoring(codes, action) {
  try {
    return action();
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
    return undefined;
  }
}
