import type { INestApplication } from '@nestjs/common';
import type { Environment } from '../../src/platform/config/environment';
import { createApp } from '../../src/create-app';
import { portTakenError } from './ports';

/**
 * Starts the API and listens.
 * @throws OperatorError if another program has the port
 */
export async function startApi(environment: Environment): Promise<INestApplication> {
  const app = await createApp(environment);
  try {
    await app.listen(environment.PORT, environment.HOST ?? 'localhost');
    return app;
  } catch (error) {
    await app.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? portTakenError(environment.PORT, 'PORT')
      : error;
  }
}
