import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../dev/checkout';
import { runBenchmark } from './benchmark';
import type { Contestant } from './comparison/contestants';
import { BenchField } from './comparison/field';
import { type BenchPath, listPaths } from './comparison/paths';
import { formatTable, updateDocument } from './comparison/document';
import { buildCallTree, type Call, profileSchema, sharesByOrigin } from './flame/call-tree';
import { formatFlameGraph } from './flame/flame-graph';
import { printLines } from './table';

const RECORDING = 'consultations.record';
const IMAGE = 'docs/images/flame-record.svg';
const WARM_UP_SECONDS = 5;
const SECONDS = 10;
const LISTED_ORIGINS = 15;

/**
 * `npm run bench:flame`: profiles the platform while it records, and writes the flame graph and the shares of the time. With
 * the name of another path, it only prints the shares of that one.
 */
async function main(): Promise<void> {
  const [wanted = RECORDING] = process.argv.slice(2);
  await BenchField.use(async (field) => {
    const path = listPaths(field.database.cookies).find(({ name }) => name === wanted);
    if (!path) throw new TypeError(`there is no path ${wanted}`);
    const ours = await field.enter('ours', {
      hasModel: path.hasModel,
      preload: join(__dirname, 'flame/profile-preload.js'),
    });
    await sendLoad(field, ours, { path, seconds: WARM_UP_SECONDS });
    const root = await profile(ours, () => sendLoad(field, ours, { path, seconds: SECONDS }));
    const rows = sharesByOrigin(root)
      .slice(0, LISTED_ORIGINS)
      .map(([origin, share]) => [origin, `${(share * 100).toFixed(1)} %`]);
    const table = formatTable(['code', 'share of processor time'], rows);
    printLines([table]);
    if (wanted !== RECORDING) return;
    const title = `${path.name}, ${path.connections} connections: processor time of Node`;
    await writeFile(join(checkoutRoot, IMAGE), formatFlameGraph(root, title));
    await updateDocument('flame', table);
  });
}

async function sendLoad(
  field: BenchField,
  { origin }: Contestant,
  { path, seconds }: { path: BenchPath; seconds: number },
): Promise<void> {
  const { connections, requests } = path;
  await field.load.run({ origin, requests: [...requests], connections, seconds });
}

async function profile(contestant: Contestant, work: () => Promise<void>): Promise<Call> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  try {
    const writeTo = join(folder, 'record.cpuprofile');
    await contestant.ask('start');
    await work();
    await contestant.ask({ writeTo });
    return buildCallTree(profileSchema.parse(JSON.parse(await readFile(writeTo, 'utf8'))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

runBenchmark(main);
