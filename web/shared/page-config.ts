import type { Plugin, UserConfig } from 'vite';
import { precompress } from './precompress';

interface PageOptions {
  /** Relative to the folder of the built page; the server serves the files at the same path. */
  readonly assetsDir: string;
  readonly plugins: readonly Plugin[];
}

/** Returns the Vite settings of one page. Each page is built separately: no page loads a file of another. */
export function pageConfig(
  page: 'chat' | 'chat-worker' | 'dashboard' | 'reference',
  { assetsDir, plugins }: PageOptions,
): UserConfig {
  return {
    root: `${import.meta.dirname}/../${page}`,
    base: '/',
    publicDir: false,
    appType: 'custom',
    plugins: [...plugins, plainImports(), precompress()],
    build: {
      outDir: `../../dist/web/${page}`,
      assetsDir,
      manifest: true,
      target: 'es2022',
      // The server chooses what to preload. A preload link that failed would make the later import fail too.
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { input: 'main.ts' },
    },
  };
}

/** Imports modules without Vite's preloading, which `modulePreload: false` leaves in the code. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}
