import type { ContestantName } from './contestants';
import { formatTable } from './document';
import type { PathResult } from './measure';
import type { BenchResults } from './results';
import { MAX_P99_TO_P50, MAX_RESIDENT_MB, MAX_START_MS, STEADY_SHARE, TARGETS } from './targets';

const COLUMNS = ['requests/s', 'to bare', 'p50 ms', 'p99 ms', 'Node ms', 'PostgreSQL ms', 'RSS MB'];

/** Returns the figures of a run in Markdown. */
export function formatReport(heading: readonly string[], results: BenchResults): string {
  const { paths, steadiness, limits, starts, memory, idle } = results;
  const sections = [
    heading.join('\n\n'),
    formatTable(['path', 'of', 'measured', 'target', ''], paths.flatMap(targetRows)),
    formatTable(['path', 'contestant', ...COLUMNS], paths.flatMap(pathRows)),
  ];
  if (steadiness.length > 0)
    sections.push(
      `At ${STEADY_SHARE * 100} % of the highest throughput (target: p99 under ${MAX_P99_TO_P50} × p50):`,
      formatTable(
        ['path', 'contestant', 'requests/s', 'p50 ms', 'p99 ms', 'p99 / p50'],
        steadiness.map(({ title, contestant, rate, p50Ms, p99Ms }) => [
          title,
          contestant,
          formatNumber(rate),
          p50Ms.toFixed(2),
          p99Ms.toFixed(2),
          (p99Ms / p50Ms).toFixed(1),
        ]),
      ),
    );
  if (limits.length > 0)
    sections.push(
      'The statements of `bare` with pgbench:',
      formatTable(
        ['statement', 'per second'],
        limits.map(({ title, perSecond }) => [title, formatNumber(perSecond)]),
      ),
    );
  if (starts.length > 0)
    sections.push(
      `From the start of the process to the first ready response (target: ${formatNumber(MAX_START_MS)} ms):`,
      formatTable(
        ['contestant', 'ms', 'RSS MB'],
        starts.map(({ contestant, startMs, residentMb }) => [
          contestant,
          formatNumber(startMs),
          residentMb.toFixed(0),
        ]),
      ),
    );
  if (idle)
    sections.push(
      `Idle connections: ${formatNumber(idle.held)} of ${formatNumber(idle.opened)} are open after ${idle.seconds} s. ` +
        `RSS is ${idle.residentMbBefore.toFixed(0)} MB before and ${idle.residentMb.toFixed(0)} MB with them; ` +
        `\`auth.me\` answers in ${idle.responseMs.toFixed(0)} ms.`,
    );
  if (memory.length > 0)
    sections.push(
      `RSS under load of all paths in turn, each minute (target: ${MAX_RESIDENT_MB} MB): ` +
        `${memory.map(({ residentMb }) => residentMb.toFixed(0)).join(', ')} MB.`,
    );
  return sections.filter(Boolean).join('\n\n');
}

/** Returns the targets of a path with what was measured. */
export function compareWithTargets(result: PathResult) {
  return TARGETS.filter(({ path }) => path === result.path.name).map(({ against, ratio }) => ({
    against,
    ratio,
    measured: result.ratioOf('ours', against),
  }));
}

function targetRows(result: PathResult): string[][] {
  return compareWithTargets(result).map(({ against, ratio, measured }) => [
    result.path.title,
    against,
    `${measured.toFixed(2)} ×`,
    `${ratio} ×`,
    measured >= ratio ? 'reached' : 'missed',
  ]);
}

function pathRows(result: PathResult): string[][] {
  return result.contestants.map((name, index) => [
    index === 0 ? result.path.title : '',
    name,
    ...cellsOf(result, name),
  ]);
}

function cellsOf(result: PathResult, name: ContestantName): string[] {
  const measured = result.medianOf(name);
  return [
    formatNumber(measured.requestsPerSecond),
    result.ratioOf(name, 'bare').toFixed(2),
    measured.p50Ms.toFixed(2),
    measured.p99Ms.toFixed(2),
    measured.nodeMs.toFixed(3),
    measured.postgresMs.toFixed(3),
    measured.residentMb.toFixed(0),
  ];
}

function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en');
}
