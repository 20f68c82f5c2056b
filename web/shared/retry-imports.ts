import type { Plugin } from 'vite';

/** A dynamic import in the built code. */
const IMPORT = /\bimport\((?<url>(["'`])\.\/[^"'`]+\2)\)/g;

/**
 * Appends the suffix of `lazy-import.ts` to the URL of every dynamic import. The source cannot do it, because it does
 * not know the URLs of the built files.
 */
export function retryImports(): Plugin {
  return {
    name: 'retry-imports',
    apply: 'build',
    renderChunk(code, { dynamicImports, fileName }) {
      let found = 0;
      const changed = code.replace(IMPORT, (_, url: string) => {
        found += 1;
        return `import(${url} + (globalThis.importSuffix ?? ""))`;
      });
      if (found < dynamicImports.length)
        this.error(`${fileName}: ${dynamicImports.length} parts are imported later, ${found} of them found`);
      return found === 0 ? null : { code: changed, map: null };
    },
  };
}
