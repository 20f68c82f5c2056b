import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second, whatever the kernel's own frequency (proc(5), sysconf(3)). */
const MS_PER_TICK = 10;

/** Returns the processor time of a process in milliseconds; 0 where there is no /proc. */
export function processorTimeOf(pid: number): number {
  const stat = readStat(pid);
  return stat === undefined ? 0 : (stat.user + stat.system) * MS_PER_TICK;
}

/** Returns the processor time in milliseconds of a process and its children, also of those that ended. */
export function processorTimeOfTree(pid: number): number {
  const stat = readStat(pid);
  if (stat === undefined) return 0;
  const own = (stat.user + stat.system + stat.endedChildren) * MS_PER_TICK;
  return childrenOf(pid).reduce((sum, child) => sum + processorTimeOf(child), own);
}

/** Returns the resident memory of a process in megabytes; 0 where there is no /proc. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '') ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => readStat(pid)?.parent === parent);
}

function readStat(pid: number) {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // proc(5): after the name in parentheses come state, parent (field 4), …, utime (14), stime, cutime, cstime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), user: field(14), system: field(15), endedChildren: field(16) + field(17) };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
