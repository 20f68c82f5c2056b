import { join } from 'node:path';
import { mergeConfig } from 'vite';
import { pageConfig } from '../shared/page-config';
import { preserveIndentation } from './preserve-indentation';

const RENDERER_RESOLVER = 'openapi-resolver/dist/openapi-resolver.browser.js';

export default mergeConfig(
  pageConfig('reference', { assetsDir: 'api/docs/assets', plugins: [preserveIndentation()] }),
  {
    // The renderer's resolver parses YAML and fetches documents from other hosts: a fifth of the page's bytes.
    resolve: { alias: { [RENDERER_RESOLVER]: join(import.meta.dirname, 'dereference.ts') } },
    build: { chunkSizeWarningLimit: 600 },
  },
);
