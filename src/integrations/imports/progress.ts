import { Presets, SingleBar } from 'cli-progress';

/** How far an import is, for whoever waits: a bar on a terminal, else a line now and then. */
export interface Progress {
  update(bytes: number, lines: number): void;
  stop(): void;
}

const LINE_EVERY_MS = 10_000;

/** @param size of the file in bytes */
export function showProgress(name: string, size: number): Progress {
  return process.stderr.isTTY ? bar(name, size) : occasionalLines(name, size);
}

function bar(name: string, size: number): Progress {
  const single = new SingleBar(
    {
      format: '{name} {bar} {percentage} % | {lines} lines | {eta_formatted} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      // A signal ends the import between two batches, which then puts the cursor back.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  single.start(size, 0, { name, lines: '0' });
  return {
    update: (bytes, lines) => {
      single.update(bytes, { lines: lines.toLocaleString('en') });
    },
    stop: () => {
      single.stop();
    },
  };
}

function occasionalLines(name: string, size: number): Progress {
  let last = Date.now();
  return {
    update: (bytes, lines) => {
      if (Date.now() - last < LINE_EVERY_MS) return;
      last = Date.now();
      const percent = Math.floor((100 * bytes) / size);
      process.stderr.write(`${name}: ${lines.toLocaleString('en')} lines, ${percent} % of the file\n`);
    },
    stop: () => undefined,
  };
}
