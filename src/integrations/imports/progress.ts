import { Presets, SingleBar } from 'cli-progress';

/** Shows an import's progress: as a bar on a terminal, otherwise as a line every ten seconds. */
export interface Progress {
  update(bytes: number, lines: number): void;
  stop(): void;
}

const LOG_INTERVAL_MS = 10_000;

/** @param size in bytes */
export function showProgress(name: string, size: number): Progress {
  return process.stderr.isTTY ? showBar(name, size) : printLines(name, size);
}

function showBar(name: string, size: number): Progress {
  const bar = new SingleBar(
    {
      format: '{name} {bar} {percentage} % | {lines} lines | {eta_formatted} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      // Not on a signal: the import calls `stop` when it ends after the current batch.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(size, 0, { name, lines: '0' });
  return {
    update: (bytes, lines) => {
      bar.update(bytes, { lines: lines.toLocaleString('en') });
    },
    stop: () => {
      bar.stop();
    },
  };
}

function printLines(name: string, size: number): Progress {
  let lastPrinted = Date.now();
  return {
    update: (bytes, lines) => {
      if (Date.now() - lastPrinted < LOG_INTERVAL_MS) return;
      lastPrinted = Date.now();
      const percent = Math.floor((100 * bytes) / size);
      process.stderr.write(`${name}: ${lines.toLocaleString('en')} lines, ${percent} % of the file\n`);
    },
    stop: () => undefined,
  };
}
