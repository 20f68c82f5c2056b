import { defineConfig } from 'vite';
import { africaPlugin } from './map/africa-plugin';
import { precompress } from './precompress';
import { retriedImports } from './retried-imports';

/** The ministry dashboard: one script and what it asks for later, beside a manifest from which the server links them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  appType: 'custom',
  plugins: [africaPlugin(), retriedImports(), precompress()],
  build: {
    outDir: '../dist/web',
    assetsDir: 'dashboard/assets',
    manifest: true,
    target: 'es2022',
    // The server names what has to be loaded early; a link for a part would stay as failed as an import.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: 'main.ts' },
  },
});
