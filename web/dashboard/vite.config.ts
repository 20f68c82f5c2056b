import { defineConfig } from 'vite';
import { africaPlugin } from './map/africa-plugin';
import { precompress } from '../shared/precompress';
import { retriedImports } from '../shared/retried-imports';

/** The ministry dashboard, built apart from the other pages: no page loads a file of another. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  appType: 'custom',
  plugins: [africaPlugin(), retriedImports(), precompress()],
  build: {
    outDir: '../../dist/web/dashboard',
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
