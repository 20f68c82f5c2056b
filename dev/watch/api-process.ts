import { open as openInspector } from 'node:inspector';
import { createRequire } from 'node:module';
import { reasonOf } from '../../src/platform/config/operator-error';
import type { ApiMessage, LauncherMessage } from './messages';

/**
 * The process in which `npm run start:dev` runs the API. It is started before it is needed and loads packages, which take
 * longer than the project's own source. That is loaded when the launcher says so, and is the source of that time.
 */

const load = createRequire(__filename);

/** Longest time that connections are given to close, in milliseconds. */
const CLOSING_MS = 400;

// Ctrl-C reaches this process too; the launcher stops it.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: LauncherMessage) => {
  answer(message).catch((error: unknown) => {
    process.stderr.write(`${failureOf(error)}\n`);
    process.exit(1);
  });
});

async function answer(message: LauncherMessage): Promise<void> {
  switch (message.type) {
    case 'load-packages':
      loadPackages(message.files);
      report({ type: 'packages-loaded' });
      return;
    case 'load-source':
      loadSource();
      report({ type: 'source-loaded' });
      return;
    case 'run':
      if (message.inspectPort !== undefined) openInspector(message.inspectPort);
      await run();
      report({ type: 'listening', packages: importedPackages() });
  }
}

function loadPackages(files: readonly string[]): void {
  for (const file of files) {
    try {
      load(file);
    } catch {
      // The source that imports it fails too, and says so.
    }
  }
}

function loadSource() {
  const settings = load(
    '../../src/platform/config/environment',
  ) as typeof import('../../src/platform/config/environment');
  const api = load('../stack/api') as typeof import('../stack/api');
  return { ...settings, ...api };
}

async function run(): Promise<void> {
  const { processEnvironment, readEnvironment, startApi } = loadSource();
  const app = await startApi(readEnvironment(processEnvironment()));
  process.once('SIGTERM', () => {
    setTimeout(() => process.exit(), CLOSING_MS);
    void app.close().finally(() => process.exit());
  });
}

/** The files in node_modules that files outside of it import, in the order of their imports. */
function importedPackages(): string[] {
  const isPackage = (file: string) => file.includes('/node_modules/');
  const sources = Object.values(load.cache).filter((module) => module && !isPackage(module.filename));
  const imported = sources.flatMap((module) => module?.children.map(({ filename }) => filename) ?? []);
  return [...new Set(imported.filter(isPackage))];
}

function report(message: ApiMessage): void {
  process.send?.(message);
}

/** The message alone where it says all, as for source that does not compile. */
function failureOf(error: unknown): string {
  // SWC shows the line of the source first, and then its own stack.
  const isOfCompiler = error instanceof Error && 'code' in error && error.code === 'GenericFailure';
  return isOfCompiler ? error.message.replace(/\s*Caused by:.*$/s, '') : reasonOf(error);
}
