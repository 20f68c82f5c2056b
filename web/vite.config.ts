import { defineConfig } from 'vite';
import { africaPlugin } from './map/africa-plugin';
import { precompress } from './precompress';

/** The ministry dashboard: one script and what it asks for later, beside a manifest from which the server links them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  appType: 'custom',
  plugins: [africaPlugin(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'dashboard/assets',
    manifest: true,
    target: 'es2022',
    // The server names what has to be loaded early, and every browser that runs this knows modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: 'main.ts' },
  },
});
