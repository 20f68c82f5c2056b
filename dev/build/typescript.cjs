const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformSync, version } = require('@swc/core');

/**
 * Lets this process load TypeScript as `.swcrc` compiles it: `node --require ./dev/build/typescript.cjs src/main.ts`.
 * What was compiled is kept in node_modules/.cache, under a digest of its path, and ends with a digest of its source.
 */

const root = join(__dirname, '..');
const settings = join(root, '.swcrc');
const cache = join(root, 'node_modules', '.cache', 'typescript');
const compiler = version + readFileSync(settings, 'utf8');

/** The source map of each file that was loaded, by its path. */
const sourceMaps = new Map();

mkdirSync(cache, { recursive: true });
Module._extensions['.ts'] = (module, filename) => {
  module._compile(compile(filename), filename);
};

/** What is imported at run time is named as it will be built: `import('../main.js')` is main.ts. */
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
  const kept = existsSync(output) ? readFileSync(output, 'utf8') : '';
  if (kept.endsWith(end)) return kept;
  const { code, map } = transformSync(source, { filename, configFile: settings });
  write(`${output}.map`, map);
  // Node finds the map by this address where source maps are enabled.
  const linked = `${code}\n//# sourceMappingURL=${output}.map${end}`;
  write(output, linked);
  return linked;
}

function digestOf(...texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}

/** Complete or not at all, since several processes compile at the same time. */
function write(path, text) {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

module.exports = { sourceMaps };
