import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { checkoutRoot } from '../dev/checkout';
import { startBenchPlatform } from './bench-platform';

const run = promisify(execFile);

const STREAMS = 200;
const ROUNDS = 5;
/** The first token comes when every reader is there, whatever else 200 messages at once ask of the database. */
const TIMETABLE = { tokens: 100, firstMs: 4_000, betweenMs: 50 };

const readSchema = z.array(
  z.object({ ages: z.array(z.number()), longestGap: z.number(), completed: z.boolean() }),
);

type Read = z.output<typeof readSchema>;

/**
 * How long after the model server has sent a token a reader of `chatbot.reply` has it, with many streams at once on one
 * process, against reading the model server's own streams in the same run; and what that costs in memory. Model server
 * and readers are processes of their own. The first round of each warms up.
 */
async function main(): Promise<void> {
  const model = spawn(process.execPath, [
    `${checkoutRoot}/bench/model-stream.mjs`,
    JSON.stringify(TIMETABLE),
  ]);
  const [line] = (await once(model.stdout, 'data')) as [Buffer];
  const modelUrl = line.toString().trim();
  const platform = await startBenchPlatform({
    CHATBOT_PROVIDER: 'openai',
    OPENAI_BASE_URL: modelUrl,
    CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
    // All come from one network, which has a quarter of the places.
    CHATBOT_ANONYMOUS_CONCURRENCY: String(4 * STREAMS),
    CHATBOT_MAX_REPLY_TOKENS: '4000',
    STREAMS_PER_ADDRESS: String(STREAMS),
  });
  noteFirstTokens();
  const { tokens, betweenMs } = TIMETABLE;
  print(`${STREAMS} streams at once, ${tokens} tokens each, one every ${betweenMs} ms; milliseconds`);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const name = round === 0 ? 'warm-up' : `round ${round}`;
    print(`${name}, model server read directly: ${summary(await read({ url: modelUrl, platform: false }))}`);
    const watch = new Watch();
    print(`${name}, chatbot.reply: ${summary(await read({ url: platform.base, platform: true }))}`);
    print(`${name}, this process: ${watch.end()}`);
  }
  model.kill();
  await platform.close();
}

async function read(plan: { url: string; platform: boolean }): Promise<Read> {
  const script = `${checkoutRoot}/bench/stream-readers.mjs`;
  const { stdout } = await run(process.execPath, [script, JSON.stringify({ ...plan, streams: STREAMS })], {
    maxBuffer: 100_000_000,
  });
  return readSchema.parse(JSON.parse(stdout));
}

function summary(streams: Read): string {
  const first = spread(streams.flatMap(({ ages }) => ages.slice(0, 1)));
  const all = spread(streams.flatMap(({ ages }) => ages));
  const slowest = Math.max(...streams.map(({ ages }) => spread(ages).p50));
  const gap = Math.max(...streams.map(({ longestGap }) => longestGap));
  const completed = streams.filter(
    (stream) => stream.completed && stream.ages.length === TIMETABLE.tokens,
  ).length;
  return [
    `${completed} of ${streams.length} complete`,
    `first token ${shown(first)}`,
    `every token ${shown(all)}`,
    `median of the slowest stream ${slowest.toFixed(1)}`,
    `longest gap ${gap.toFixed(0)}`,
  ].join('; ');
}

function spread(values: readonly number[]): { p50: number; p95: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

function shown({ p50, p95, max }: ReturnType<typeof spread>): string {
  return `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} max ${max.toFixed(1)}`;
}

/** What this process does meanwhile: its memory, its load, and how old first tokens are when they leave it. */
class Watch {
  private readonly before = resident();
  private most = this.before;
  private readonly load = performance.eventLoopUtilization();
  private readonly processor = process.cpuUsage();
  private readonly timer = setInterval(() => {
    this.most = Math.max(this.most, resident());
  }, 50);

  constructor() {
    firstLeft.length = 0;
  }

  end(): string {
    clearInterval(this.timer);
    const after = resident();
    const { user, system } = process.cpuUsage(this.processor);
    if (isCallable(collect)) collect();
    const heap = process.memoryUsage().heapUsed / 1_048_576;
    const { utilization } = performance.eventLoopUtilization(this.load);
    return [
      `first token leaves ${shown(spread(firstLeft))}`,
      `event loop busy ${(utilization * 100).toFixed(0)} %`,
      `processor ${((user + system) / 1_000 / (STREAMS * TIMETABLE.tokens)).toFixed(3)} ms a token`,
      `memory in MB before ${this.before.toFixed(0)}, most ${this.most.toFixed(0)}, after ${after.toFixed(0)}`,
      `heap after a collection ${heap.toFixed(1)}`,
    ].join('; ');
  }
}

function resident(): number {
  return process.memoryUsage.rss() / 1_048_576;
}

/** Ages of first tokens, in milliseconds, as the answers that carry them are handed to the network. */
const firstLeft: number[] = [];

function noteFirstTokens(): void {
  const seen = new WeakSet<ServerResponse>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the answer that it belongs to
  const { write } = ServerResponse.prototype;
  const value = function (this: ServerResponse, ...args: unknown[]): boolean {
    const token = seen.has(this) ? null : /"delta","text":"\s*(\d{10,})/.exec(String(args[0]));
    if (token) {
      seen.add(this);
      firstLeft.push(performance.timeOrigin + performance.now() - Number(token[1]) / 1000);
    }
    return Reflect.apply(write, this, args) === true;
  };
  Object.defineProperty(ServerResponse.prototype, 'write', { value });
}

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

function isCallable(value: unknown): value is () => void {
  return typeof value === 'function';
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
