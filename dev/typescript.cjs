const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformSync, version } = require('@swc/core');

/**
 * Lets this process load TypeScript as `.swcrc` compiles it: `node --require ./dev/typescript.cjs src/main.ts`.
 * What was compiled once is read from node_modules/.cache, by a digest of its source.
 */

const root = join(__dirname, '..');
const settings = join(root, '.swcrc');
const cache = join(root, 'node_modules', '.cache', 'typescript');
const compiler = createHash('sha256').update(version).update(readFileSync(settings)).digest('hex');

/** The source map of each file that was loaded, by its path. */
const sourceMaps = new Map();

mkdirSync(cache, { recursive: true });
Module._extensions['.ts'] = (module, filename) => {
  module._compile(compile(filename), filename);
};

/** What is imported at run time is named as it will be built: `import('./main.js')` is main.ts. */
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...options) => {
  const isBuilt = request.endsWith('.js') && parent?.filename?.endsWith('.ts');
  const source = isBuilt ? resolve(dirname(parent.filename), request.replace(/\.js$/, '.ts')) : '';
  return isBuilt && existsSync(source) ? source : resolveFilename(request, parent, ...options);
};

function compile(filename) {
  const source = readFileSync(filename, 'utf8');
  const digest = createHash('sha256').update(compiler).update(`${filename}\0`).update(source).digest('hex');
  const output = join(cache, `${digest}.js`);
  sourceMaps.set(filename, `${output}.map`);
  if (existsSync(output)) return readFileSync(output, 'utf8');
  const { code, map } = transformSync(source, { filename, configFile: settings });
  write(`${output}.map`, map);
  // Node finds the map by this address where source maps are enabled.
  const linked = `${code}\n//# sourceMappingURL=${output}.map\n`;
  write(output, linked);
  return linked;
}

/** Complete or not at all, since several processes compile at the same time. */
function write(path, text) {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

module.exports = { sourceMaps };
