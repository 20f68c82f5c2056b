import { open as openInspector } from 'node:inspector';
import { createRequire } from 'node:module';
import { reasonOf } from '../../src/platform/config/operator-error';
import type { ApiMessage, LauncherMessage } from './messages';

/**
 * The child process in which `npm run start:dev` runs the API. It starts in advance and loads the packages, which takes longer
 * than the project's own source. It loads the source when the launcher requests it, so that it has the latest changes.
 */

const load = createRequire(__filename);

/** Time for connections to close. */
const CLOSE_TIMEOUT_MS = 400;

// Ctrl-C reaches this process too, but the launcher stops it.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: LauncherMessage) => {
  handle(message).catch((error: unknown) => {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exit(1);
  });
});

async function handle(message: LauncherMessage): Promise<void> {
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
      report({ type: 'listening', packages: listImportedPackages() });
  }
}

function loadPackages(files: readonly string[]): void {
  for (const file of files) {
    try {
      load(file);
    } catch {
      // Loading the source fails too, and reports the error.
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
    setTimeout(() => process.exit(), CLOSE_TIMEOUT_MS);
    void app.close().finally(() => process.exit());
  });
}

/** Returns the files in node_modules that the source imports, in import order. */
function listImportedPackages(): string[] {
  const isPackage = (file: string) => file.includes('/node_modules/');
  const sources = Object.values(load.cache).filter((module) => module && !isPackage(module.filename));
  const imported = sources.flatMap((module) => module?.children.map(({ filename }) => filename) ?? []);
  return [...new Set(imported.filter(isPackage))];
}

function report(message: ApiMessage): void {
  process.send?.(message);
}

/** Returns the error's text: without a stack for source that does not compile. */
function describeFailure(error: unknown): string {
  // SWC's message has the line of the source, then SWC's own stack.
  const isCompileError = error instanceof Error && 'code' in error && error.code === 'GenericFailure';
  return isCompileError ? error.message.replace(/\s*Caused by:.*$/s, '') : reasonOf(error);
}
