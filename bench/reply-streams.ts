import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { checkoutRoot } from '../dev/checkout';
import { startBenchPlatform } from './bench-platform';
import { runBenchmark } from './benchmark';
import { percentile } from './load/plan';

const run = promisify(execFile);

const STREAM_COUNT = 200;
const ROUNDS = 5;
/** The first token is late enough for all readers to have connected. */
const TOKEN_TIMES = { tokens: 100, firstMs: 4_000, betweenMs: 50 };

const streamsSchema = z.array(
  z.object({ ages: z.array(z.number()), longestGap: z.number(), completed: z.boolean() }),
);

type MeasuredStreams = z.output<typeof streamsSchema>;

/**
 * Measures the delay from the model server to a reader of `chatbot.reply` for each token, with 200 concurrent streams, and the
 * memory of the platform's process. Baseline: the model server's own streams. Model server and readers are separate
 * processes. The first round is a warm-up.
 */
async function main(): Promise<void> {
  const model = spawn(process.execPath, [
    `${checkoutRoot}/bench/model-stream.mjs`,
    JSON.stringify(TOKEN_TIMES),
  ]);
  const [line] = (await once(model.stdout, 'data')) as [Buffer];
  const modelUrl = line.toString().trim();
  const platform = await startBenchPlatform({
    CHATBOT_PROVIDER: 'openai',
    OPENAI_BASE_URL: modelUrl,
    CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
    // One network, from which all calls come, may use a quarter of the limit.
    CHATBOT_ANONYMOUS_CONCURRENCY: String(4 * STREAM_COUNT),
    CHATBOT_MAX_REPLY_TOKENS: '4000',
    STREAMS_PER_ADDRESS: String(STREAM_COUNT),
  });
  recordFirstTokens();
  const { tokens, betweenMs } = TOKEN_TIMES;
  print(`${STREAM_COUNT} streams at once, ${tokens} tokens each, one every ${betweenMs} ms; milliseconds`);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const name = round === 0 ? 'warm-up' : `round ${round}`;
    print(
      `${name}, model server read directly: ${summary(await readStreams({ url: modelUrl, platform: false }))}`,
    );
    const monitor = new ProcessMonitor();
    print(`${name}, chatbot.reply: ${summary(await readStreams({ url: platform.base, platform: true }))}`);
    print(`${name}, this process: ${monitor.stop()}`);
  }
  model.kill();
  await platform.close();
}

async function readStreams(plan: { url: string; platform: boolean }): Promise<MeasuredStreams> {
  const script = `${checkoutRoot}/bench/stream-readers.mjs`;
  const { stdout } = await run(
    process.execPath,
    [script, JSON.stringify({ ...plan, streams: STREAM_COUNT })],
    {
      maxBuffer: 100_000_000,
    },
  );
  return streamsSchema.parse(JSON.parse(stdout));
}

function summary(streams: MeasuredStreams): string {
  const first = spread(streams.flatMap(({ ages }) => ages.slice(0, 1)));
  const all = spread(streams.flatMap(({ ages }) => ages));
  const slowest = Math.max(...streams.map(({ ages }) => spread(ages).p50));
  const gap = Math.max(...streams.map(({ longestGap }) => longestGap));
  const completed = streams.filter(
    (stream) => stream.completed && stream.ages.length === TOKEN_TIMES.tokens,
  ).length;
  return [
    `${completed} of ${streams.length} complete`,
    `first token ${formatSpread(first)}`,
    `every token ${formatSpread(all)}`,
    `median of the slowest stream ${slowest.toFixed(1)}`,
    `longest gap ${gap.toFixed(0)}`,
  ].join('; ');
}

function spread(values: readonly number[]): { p50: number; p95: number; max: number } {
  const sorted = Float64Array.from(values).sort();
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), max: percentile(sorted, 1) };
}

function formatSpread({ p50, p95, max }: ReturnType<typeof spread>): string {
  return `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} max ${max.toFixed(1)}`;
}

/** Measures this process: memory, load, and the age of first tokens when it sends them. */
class ProcessMonitor {
  private readonly before = residentMegabytes();
  private peak = this.before;
  private readonly load = performance.eventLoopUtilization();
  private readonly processor = process.cpuUsage();
  private readonly timer = setInterval(() => {
    this.peak = Math.max(this.peak, residentMegabytes());
  }, 50);

  constructor() {
    firstTokenAges.length = 0;
  }

  stop(): string {
    clearInterval(this.timer);
    const after = residentMegabytes();
    const { user, system } = process.cpuUsage(this.processor);
    if (isCallable(collectGarbage)) collectGarbage();
    const heap = process.memoryUsage().heapUsed / 1_048_576;
    const { utilization } = performance.eventLoopUtilization(this.load);
    return [
      `first token leaves ${formatSpread(spread(firstTokenAges))}`,
      `event loop busy ${(utilization * 100).toFixed(0)} %`,
      `processor ${((user + system) / 1_000 / (STREAM_COUNT * TOKEN_TIMES.tokens)).toFixed(3)} ms a token`,
      `memory in MB before ${this.before.toFixed(0)}, most ${this.peak.toFixed(0)}, after ${after.toFixed(0)}`,
      `heap after a collection ${heap.toFixed(1)}`,
    ].join('; ');
  }
}

function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1_048_576;
}

/** Ages of first tokens in milliseconds when their responses write them. */
const firstTokenAges: number[] = [];

function recordFirstTokens(): void {
  const seen = new WeakSet<ServerResponse>();
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own response
  const { write } = ServerResponse.prototype;
  const value = function (this: ServerResponse, ...args: unknown[]): boolean {
    const token = seen.has(this) ? null : /"delta","text":"\s*(\d{10,})/.exec(String(args[0]));
    if (token) {
      seen.add(this);
      firstTokenAges.push(performance.timeOrigin + performance.now() - Number(token[1]) / 1000);
    }
    return Reflect.apply(write, this, args) === true;
  };
  Object.defineProperty(ServerResponse.prototype, 'write', { value });
}

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

function isCallable(value: unknown): value is () => void {
  return typeof value === 'function';
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

runBenchmark(main);
