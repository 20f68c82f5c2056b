import '../../src/platform/logging/source-maps';
import { processEnvironment } from '../../src/platform/config/environment';
import { reasonOf } from '../../src/platform/config/operator-error';
import { formatGreeting } from './greeting';
import { onNpmExit } from './npm-exit';
import { Shutdown } from './shutdown';
import { type StartApi, startStack } from './stack';
import { removeStackFile, writeStackFile } from './stack-file';

interface LaunchOptions {
  /** Starts the API; in this process by default. */
  readonly startApi?: StartApi;
  /** Resolves when the API listens, if that can be later than the end of `startApi`. */
  readonly ready?: Promise<void>;
}

/**
 * Runs the stack until it is stopped. In production it runs the API only; otherwise it embeds the database and the portal
 * that the environment does not name.
 */
export async function launch({ startApi, ready }: LaunchOptions = {}): Promise<void> {
  const variables = processEnvironment();
  if (variables.NODE_ENV === 'production') {
    process.stderr.write(`${productionNotice(variables)}\n`);
    await import('../../src/main.js');
    return;
  }
  const shutdown = new Shutdown();
  onNpmExit(() => void shutdown.begin(0));
  try {
    const stack = await shutdown.track(startStack(variables, shutdown, startApi));
    shutdown.onExit(removeStackFile);
    writeStackFile({
      pid: process.pid,
      baseUrl: stack.environment.PUBLIC_URL,
      portal: stack.portal?.issuer ?? null,
      databaseUrl: stack.database?.url ?? null,
      ownerUrl: stack.database?.ownerUrl ?? null,
    });
    await ready;
    process.stdout.write(formatGreeting(stack));
  } catch (error) {
    // The user stopped the start: no failure.
    if (shutdown.hasBegun) return;
    process.stderr.write(`${reasonOf(error)}\n`);
    await shutdown.begin(1);
  }
}

function productionNotice({
  npm_config_omit: omitted,
}: Readonly<Record<string, string | undefined>>): string {
  const reason =
    omitted === undefined || omitted === '' ? '' : ` (npm sets it because its setting omit is ${omitted})`;
  return `NODE_ENV is production${reason}: no database and no portal is started here.`;
}
