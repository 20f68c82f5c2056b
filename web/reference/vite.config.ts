import { join } from 'node:path';
import { defineConfig } from 'vite';
import { precompress } from '../shared/precompress';
import { keptIndentation } from './kept-indentation';

const DEREFERENCING = 'openapi-resolver/dist/openapi-resolver.browser.js';

/** The reference page, built apart from the other pages. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  appType: 'custom',
  plugins: [keptIndentation(), precompress()],
  // The renderer's own reads YAML and fetches what a document refers to on other hosts: a fifth of its bytes.
  resolve: { alias: { [DEREFERENCING]: join(import.meta.dirname, 'dereference.ts') } },
  build: {
    outDir: '../../dist/web/reference',
    assetsDir: 'api/docs/assets',
    manifest: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { input: 'main.ts' },
  },
});
