import type { Environment } from '../../src/platform/config/environment';
import { createApp } from '../../src/create-app';
import { createLogger } from '../../src/platform/logging/logger';
import { loadAssistant } from '../../src/serve';
import { startTelemetry } from '../../src/start-telemetry';
import { portTakenError } from './ports';

export interface RunningApi {
  readonly close: () => Promise<void>;
}

/**
 * Starts the API and listens.
 * @throws OperatorError if another program has the port
 */
export async function startApi(environment: Environment): Promise<RunningApi> {
  const logger = createLogger(environment);
  const endTelemetry = await startTelemetry(environment, logger);
  const app = await createApp(environment, logger);
  const close = async () => {
    await app.close();
    await endTelemetry();
  };
  try {
    await app.listen(environment.PORT, environment.HOST ?? 'localhost');
    await loadAssistant();
    return { close };
  } catch (error) {
    await close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? portTakenError(environment.PORT, 'PORT')
      : error;
  }
}
