import { join, relative } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { checkoutRoot } from '../checkout';

const PORT = 5173;

const API_SOURCES = ['src', 'migrations'].map((folder) => join(checkoutRoot, folder));

interface WebServerOptions {
  /** The origin whose pages may load modules. */
  readonly pagesOrigin: string;
  /** Called with the path of each API file that was changed, created or deleted. */
  readonly onApiChange: (file: string) => void;
}

/** Starts Vite's development server for web/. It watches the API's source too. */
export async function startWebServer(options: WebServerOptions): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(checkoutRoot, 'web', 'development.vite.config.ts'),
    clearScreen: false,
    logLevel: 'info',
    plugins: [watchApi(options.onApiChange)],
    server: {
      host: 'localhost',
      port: PORT,
      cors: { origin: options.pagesOrigin },
      fs: { allow: ['web', 'src', 'node_modules'].map((folder) => join(checkoutRoot, folder)) },
    },
  });
  return server.listen();
}

/** Returns the server's origin. If port 5173 is taken, Vite uses the next free one. */
export function originOf({ resolvedUrls }: ViteDevServer): string {
  return new URL(resolvedUrls?.local[0] ?? `http://localhost:${PORT}`).origin;
}

/** Watches the API's source. It is a plugin because Vite creates a new watcher when its own settings change. */
function watchApi(onApiChange: (file: string) => void): Plugin {
  return {
    name: 'watch-api',
    configureServer({ watcher }) {
      watcher.add(API_SOURCES);
      watcher.on('all', (event, file) => {
        const isApiFile = API_SOURCES.some((folder) => file.startsWith(folder));
        const isSource = /(?<!\.spec)\.(ts|json)$/.test(file);
        if (isApiFile && isSource && !event.endsWith('Dir')) onApiChange(relative(checkoutRoot, file));
      });
    },
  };
}
