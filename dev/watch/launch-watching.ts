import { processEnvironment } from '../../src/platform/config/environment';
import { launch } from '../stack/launch';
import { ApiSupervisor } from './api-supervisor';
import { originOf, startWebServer } from './web-server';

/**
 * Runs the stack of `npm start` from source. A change of src/ or migrations/ replaces the API's process; pages load web/ from
 * Vite.
 * @param inspectPort the API's port for debuggers; undefined for none
 */
export async function launchWatching(inspectPort: number | undefined): Promise<void> {
  const { NODE_ENV } = processEnvironment();
  if (NODE_ENV && NODE_ENV !== 'development') {
    report(`npm run start:dev is for NODE_ENV=development, and NODE_ENV is ${NODE_ENV}.`);
    process.exitCode = 1;
    return;
  }
  const api = new ApiSupervisor({ inspectPort, report });
  await launch({
    startApi: async ({ environment, variables }, started) => {
      const web = await startWebServer({
        pagesOrigin: environment.PUBLIC_URL,
        onApiChange: (file) => {
          api.sourceChanged(file);
        },
      });
      started.add(() => web.close());
      started.throwIfStopping();
      started.add(() => api.stop());
      await api.start({ ...variables, VITE_ORIGIN: originOf(web) });
    },
    ready: api.hasListened,
  });
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}
