import { defineConfig } from 'vite';

/** The rules of the dark theme in `colors.css`. */
const DARK_RULES = /:root:not\(\.light\) \{([^}]*)\}/;

/** `npm run web:kit` serves the page that shows the components. It is not part of the platform. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { outDir: '../../dist/web/kit', emptyOutDir: true, reportCompressedSize: false },
  plugins: [
    {
      name: 'dark-sections',
      enforce: 'pre',
      transform: {
        filter: { id: /\/colors\.css$/ },
        /** The page shows both themes at once. */
        handler: (css) => `${css}\n.dark {${DARK_RULES.exec(css)?.[1] ?? ''}}`,
      },
    },
  ],
});
