import { BenchField } from './field';
import { listPaths } from './paths';
import { residentMegabytes } from './usage';

/** Resident memory at a time of a long load. */
export interface MemorySample {
  readonly minute: number;
  readonly residentMb: number;
}

const SECONDS_PER_PATH = 10;

/** Sends the load of all offline paths in turn to a new process of the platform, and samples its memory each minute. */
export async function measureMemory(field: BenchField, minutes: number): Promise<MemorySample[]> {
  await field.stopContestants();
  const ours = await field.enter('ours');
  const paths = listPaths(field.database.cookies).filter(({ hasModel }) => !hasModel);
  const samples: MemorySample[] = [{ minute: 0, residentMb: residentMegabytes(ours.pid) }];
  const beganAt = Date.now();
  for (let turn = 0; samples.length <= minutes; turn += 1) {
    const path = paths[turn % paths.length];
    if (!path) break;
    ours.emptyLog();
    const { requests, connections } = path;
    await field.load.run({
      origin: ours.origin,
      requests: [...requests],
      connections,
      seconds: SECONDS_PER_PATH,
    });
    const minute = Math.floor((Date.now() - beganAt) / 60_000);
    if (minute >= samples.length) samples.push({ minute, residentMb: residentMegabytes(ours.pid) });
  }
  return samples;
}
