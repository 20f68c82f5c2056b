import type { Plugin } from 'vite';

/** The renderer's code that changes indentation: it breaks Python, and JSON indented by 8 is too wide for telephones. */
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

/** Stops the renderer from changing the indentation of code. Fails the build if the renderer's code has changed. */
export function preserveIndentation(): Plugin {
  return {
    name: 'preserve-indentation',
    transform(code, id) {
      const change = CHANGES.find(({ file }) => id.endsWith(`openapi-explorer/dist/es/${file}`));
      if (!change) return null;
      const { file, from, to } = change;
      if (!code.includes(from)) throw new Error(`${file} of the renderer has no ${from} any more`);
      return { code: code.replaceAll(from, to), map: null };
    },
  };
}
