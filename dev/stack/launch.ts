import '../../src/platform/logging/source-maps';
import { processEnvironment } from '../../src/platform/config/environment';
import { reasonOf } from '../../src/platform/config/operator-error';
import { greeting } from './greeting';
import { whenNpmEnds } from './npm-exit';
import { Shutdown } from './shutdown';
import { type StartApi, startStack } from './stack';
import { removeStackFile, writeStackFile } from './stack-file';

interface LaunchOptions {
  /** How the API is started; in this process by default. */
  readonly startApi?: StartApi;
  /** When the API answers, if it may not yet once `startApi` is done. */
  readonly ready?: Promise<void>;
}

/**
 * Runs the platform until it is told to stop. In production this is the API and nothing else, with the environment
 * as it is; otherwise what the environment leaves open is embedded.
 */
export async function launch({ startApi, ready }: LaunchOptions = {}): Promise<void> {
  const variables = processEnvironment();
  if (variables.NODE_ENV === 'production') {
    process.stderr.write(`${productionNotice(variables)}\n`);
    await import('../../src/main.js');
    return;
  }
  const shutdown = new Shutdown();
  whenNpmEnds(() => void shutdown.begin(0));
  try {
    const stack = await shutdown.during(startStack(variables, shutdown, startApi));
    shutdown.onExit(removeStackFile);
    writeStackFile({
      pid: process.pid,
      baseUrl: stack.environment.PUBLIC_URL,
      portal: stack.portal?.issuer ?? null,
      databaseUrl: stack.database?.url ?? null,
    });
    await ready;
    process.stdout.write(greeting(stack));
  } catch (error) {
    // Told to stop while starting: that is no failure, and the parts are being stopped.
    if (shutdown.hasBegun) return;
    process.stderr.write(`${reasonOf(error)}\n`);
    await shutdown.begin(1);
  }
}

function productionNotice({
  npm_config_omit: omitted,
}: Readonly<Record<string, string | undefined>>): string {
  const why =
    omitted === undefined || omitted === '' ? '' : ` (npm sets it because its setting omit is ${omitted})`;
  return `NODE_ENV is production${why}: no database and no portal is started here.`;
}
