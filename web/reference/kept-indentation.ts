import type { Plugin } from 'vite';

/**
 * What the renderer does to the indentation of code: it moves lines to the left, doubles and shortens what stands before
 * them, and writes JSON eight columns deep. Python does not survive that, nor is it easy to read on a telephone.
 */
const CHANGES = [
  {
    file: 'components/syntax-highlighter.js',
    from: `.split('\\n').map(line => line.replace(/^\\s{2}/g, '    ')).join('\\n')`,
    to: '',
  },
  { file: 'templates/code-samples-template.js', from: `sanitizedSource.join('\\n')`, to: 'v.source' },
  { file: 'utils/common-utils.js', from: `.replace(/\\s{8}/g, '  ')`, to: '' },
  { file: 'components/api-request.js', from: 'null, 8)', to: 'null, 2)' },
  { file: 'utils/schema-utils.js', from: 'null, 8)', to: 'null, 2)' },
];

/** Has the renderer leave the indentation of code as it is. The build fails where a new version of it reads otherwise. */
export function keptIndentation(): Plugin {
  return {
    name: 'kept-indentation',
    transform(code, id) {
      const change = CHANGES.find(({ file }) => id.endsWith(`openapi-explorer/dist/es/${file}`));
      if (!change) return null;
      const { file, from, to } = change;
      if (!code.includes(from)) throw new Error(`${file} of the renderer has no ${from} any more`);
      return { code: code.replaceAll(from, to), map: null };
    },
  };
}
