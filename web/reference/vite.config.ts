import { join } from 'node:path';
import { mergeConfig } from 'vite';
import { pageConfig } from '../shared/page-config';
import { retryImports } from '../shared/retry-imports';
import { preserveIndentation } from './preserve-indentation';

/** What the renderer loads but this page does not need: 18 kB, compressed, besides the resolver. */
const REPLACEMENTS = {
  // Parses YAML and fetches documents from other hosts.
  'openapi-resolver/dist/openapi-resolver.browser.js': 'dereference.ts',
  json5: 'native-json.ts',
  'lodash.clonedeep': 'native-clone.ts',
  ...Object.fromEntries(
    ['csharp', 'css', 'go', 'ruby', 'rust', 'yaml'].map((name) => [
      `prismjs/components/prism-${name}.js`,
      'no-language.ts',
    ]),
  ),
};

const alias = Object.entries(REPLACEMENTS).map(([find, file]) => ({
  find,
  replacement: join(import.meta.dirname, 'replacements', file),
}));

export default mergeConfig(
  pageConfig('reference', { assetsDir: 'api/docs/assets', plugins: [preserveIndentation(), retryImports()] }),
  { resolve: { alias }, build: { chunkSizeWarningLimit: 600 } },
);
