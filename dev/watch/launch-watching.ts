import { processEnvironment } from '../../src/platform/config/environment';
import { launch } from '../stack/launch';
import { WatchedApi } from './watched-api';
import { originOf, startWebServer } from './web-server';

/**
 * Runs the stack of `npm start` with the API from source, in a process that each change of src/ or migrations/ replaces,
 * and with pages that load web/ from Vite.
 * @param inspectPort the port for debuggers of the API; undefined where none is to attach
 */
export async function launchWatching(inspectPort: number | undefined): Promise<void> {
  const { NODE_ENV } = processEnvironment();
  if (NODE_ENV && NODE_ENV !== 'development') {
    report(`npm run start:dev is for NODE_ENV=development, and NODE_ENV is ${NODE_ENV}.`);
    process.exitCode = 1;
    return;
  }
  const api = new WatchedApi({ inspectPort, report });
  await launch({
    startApi: async ({ environment, variables }, started) => {
      const web = await startWebServer({
        pagesOrigin: environment.PUBLIC_URL,
        onApiChange: (file) => {
          api.sourceChanged(file);
        },
      });
      started.add(() => web.close());
      started.checkpoint();
      started.add(() => api.stop());
      await api.start({ ...variables, VITE_ORIGIN: originOf(web) });
    },
    ready: api.hasListened,
  });
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}
