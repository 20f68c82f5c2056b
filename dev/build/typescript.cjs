const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformSync, version } = require('@swc/core');
const { digestOf, root } = require('./source-files.cjs');

/**
 * Lets this process load TypeScript as `.swcrc` compiles it: `node --require ./dev/build/typescript.cjs src/main.ts`.
 * Compiled files are cached in node_modules/.cache. Each is named after the digest of its path and ends with the digest
 * of its source.
 */

const settings = join(root, '.swcrc');
const cache = join(root, 'node_modules', '.cache', 'typescript');
const compiler = version + readFileSync(settings, 'utf8');

/** The source map of each loaded file, by the file's path. */
const sourceMaps = new Map();

mkdirSync(cache, { recursive: true });
Module._extensions['.ts'] = (module, filename) => {
  module._compile(compile(filename), filename);
};

// A dynamic import names the built file: `import('./main.js')` loads main.ts.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...options) => {
  const isBuilt = request.endsWith('.js') && parent?.filename?.endsWith('.ts');
  const source = isBuilt ? resolve(dirname(parent.filename), request.replace(/\.js$/, '.ts')) : '';
  return isBuilt && existsSync(source) ? source : resolveFilename(request, parent, ...options);
};

function compile(filename) {
  const source = readFileSync(filename, 'utf8');
  const output = join(cache, `${digestOf(filename)}.js`);
  const end = `\n// ${digestOf(compiler, source)}\n`;
  sourceMaps.set(filename, `${output}.map`);
  const cached = existsSync(output) ? readFileSync(output, 'utf8') : '';
  if (cached.endsWith(end)) return cached;
  const { code, map } = transformSync(source, { filename, configFile: settings });
  write(`${output}.map`, map);
  // Node reads the source map from this path if source maps are enabled.
  const linked = `${code}\n//# sourceMappingURL=${output}.map${end}`;
  write(output, linked);
  return linked;
}

/** Writes a file atomically: several processes may compile it at the same time. */
function write(path, text) {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

module.exports = { sourceMaps };
