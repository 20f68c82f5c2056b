import type { Plugin } from 'vite';

/** Modules of Plot's that no picture uses: its tooltips, its legends, and colour schemes. Pictures have colours of the style sheet. */
const STUBS = [
  { file: 'plot/src/marks/tip.js', code: 'export const tip = undefined; export class Tip {}' },
  {
    file: 'plot/src/legends.js',
    code: 'export const legend = undefined, createLegends = () => [], exposeLegends = () => undefined;',
  },
];

const SCHEMES = 'd3-scale-chromatic/dist/d3-scale-chromatic.mjs';

/** Leaves out 13 kB of Plot. The build fails if a new version of Plot imports more from these modules. */
export function unusedPlotParts(): Plugin {
  return {
    name: 'unused-plot-parts',
    transform(code, id) {
      const stub = STUBS.find(({ file }) => id.endsWith(file))?.code;
      return stub ?? (id.endsWith(SCHEMES) ? emptySchemes(code) : null);
    },
  };
}

/** Returns a module with the same exports, all of them undefined. */
function emptySchemes(code: string): string {
  const [, exported = ''] = /export \{([^}]*)\}/.exec(code) ?? [];
  const names = exported.split(',').map((name) => name.trim().replace(/^.* as /, ''));
  return `export const ${names.join(', ')};`.replace(/(\w+)(?=[,;])/g, '$1 = undefined');
}
