import { mergeConfig } from 'vite';
import { firstAidPlugin } from './chat/first-aid/first-aid-plugin';
import { preserveIndentation } from './reference/preserve-indentation';
import reference from './reference/vite.config';
import dashboard from './dashboard/vite.config';

/** Serves the three pages from one development server; `npm run start:dev` starts it. */
export default mergeConfig(mergeConfig(reference, dashboard), {
  root: import.meta.dirname,
  plugins: [firstAidPlugin()],
  optimizeDeps: {
    entries: ['dashboard/main.ts', 'chat/main.ts', 'reference/main.ts'],
    // Vite pre-bundles the renderer, so the plugin must run there too.
    rolldownOptions: { plugins: [preserveIndentation()] },
  },
});
