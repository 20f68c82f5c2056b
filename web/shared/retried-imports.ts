import type { Plugin } from 'vite';

/** An import of a part of the program, as it stands in what was built. */
const IMPORT = /\bimport\((?<address>(["'`])\.\/[^"'`]+\2)\)/g;

/**
 * Puts what `web/shared/parts.ts` says at the end of the address of every part that is loaded later. The addresses are known
 * only when the files are written, so that the source cannot do it.
 */
export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    renderChunk(code, { dynamicImports, fileName }) {
      let found = 0;
      const changed = code.replace(IMPORT, (_, address: string) => {
        found += 1;
        return `import(${address} + (globalThis.addressEnd ?? ""))`;
      });
      if (found < dynamicImports.length)
        this.error(`${fileName}: ${dynamicImports.length} parts are imported later, ${found} of them found`);
      return found === 0 ? null : { code: changed, map: null };
    },
  };
}
