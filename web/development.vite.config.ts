import { mergeConfig } from 'vite';
import { keptIndentation } from './reference/kept-indentation';
import reference from './reference/vite.config';
import dashboard from './dashboard/vite.config';

/** One development server for the three pages, each with its source in its folder; `npm run start:dev` starts it. */
export default mergeConfig(mergeConfig(reference, dashboard), {
  root: import.meta.dirname,
  optimizeDeps: {
    entries: ['dashboard/main.ts', 'chat/main.ts', 'reference/main.ts'],
    // The renderer is bundled before any page asks for it, and changed then.
    rolldownOptions: { plugins: [keptIndentation()] },
  },
});
