import { execFileSync } from 'node:child_process';
import { processorTimeOf, processorTimeOfTree, residentMegabytes } from '../../bench/comparison/usage';

/** A program that uses 200 ms of processor time. */
const PROGRAM = 'while (process.cpuUsage().user < 200_000);';

/** There is no /proc on other systems, and the benchmark reports zero. */
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('what processes use', () => {
  onLinux('includes children that ended in the time of a tree, and not in that of their parent', () => {
    const [ownBefore, treeBefore] = [processorTimeOf(process.pid), processorTimeOfTree(process.pid)];
    execFileSync(process.execPath, ['-e', PROGRAM]);
    const own = processorTimeOf(process.pid) - ownBefore;
    const tree = processorTimeOfTree(process.pid) - treeBefore;
    expect(tree - own).toBeGreaterThanOrEqual(150);
  });

  it('is zero for a process that does not exist', () => {
    const missing = 2 ** 30;
    expect([processorTimeOf(missing), processorTimeOfTree(missing), residentMegabytes(missing)]).toEqual([
      0, 0, 0,
    ]);
  });

  onLinux('has the resident memory in megabytes', () => {
    const megabytes = process.memoryUsage.rss() / 2 ** 20;
    expect(Math.abs(residentMegabytes(process.pid) / megabytes - 1)).toBeLessThan(0.3);
  });
});
