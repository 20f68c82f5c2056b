import { defineConfig } from 'vite';
import { precompress } from '../shared/precompress';
import { retriedImports } from '../shared/retried-imports';

/** The assistant's page, built apart from the other pages. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  appType: 'custom',
  plugins: [retriedImports(), precompress()],
  build: {
    outDir: '../../dist/web/chat',
    assetsDir: 'chat/assets',
    manifest: true,
    target: 'es2022',
    // The server names what has to be loaded early; a link for a part would stay as failed as an import.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: 'main.ts' },
  },
});
