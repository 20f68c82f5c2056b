const { createRequire } = require('node:module');
const { isAbsolute, join, sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { sourceMaps } = require('../../dev/build/typescript.cjs');

/** Files here are loaded again for each suite, because they register its tests. Those of test/runner/ are shared. */
const TEST_FILES = join(__dirname, '..') + sep;
const RUNNER = __dirname + sep;

/**
 * Loads the platform's 2,263 modules once in each worker instead of once in each suite. Files of test/ are loaded for each
 * suite, but in the same realm, so that arrays and errors have the same class everywhere. A suite that replaces modules of
 * the platform loads its own copy of the platform and of packages with state:
 * `@jest-environment-options {"ownPackages": ["typeorm", "@nestjs/typeorm"]}`.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(...dependencies) {
    super(...dependencies);
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (name === '@jest/globals') return super.requireModuleOrMock(from, name);
    const load = createRequire(from);
    return this.isShared(load.resolve(name)) ? load(name) : super.requireModuleOrMock(from, name);
  }

  /** @throws Error for a shared module: the mock would have no effect */
  setMock(from, name, ...replacement) {
    if (this.isShared(createRequire(from).resolve(name)))
      throw new Error(
        `${name} is shared between suites: to replace it, a suite asks for ownPackages: docs/decisions/build-and-tests.md`,
      );
    super.setMock(from, name, ...replacement);
  }

  isShared(path) {
    const { ownPackages } = this._environment;
    if (!isAbsolute(path) || path.startsWith(RUNNER)) return true;
    if (path.includes('/node_modules/'))
      return !ownPackages?.some((name) => path.includes(`/node_modules/${name}/`));
    return ownPackages === undefined && !path.startsWith(TEST_FILES);
  }

  /** Jest calls this before any module is loaded, so the map looks up later modules too. */
  getSourceMaps() {
    const own = super.getSourceMaps();
    own.get = (path) => Map.prototype.get.call(own, path) ?? sourceMaps.get(path);
    return own;
  }
};
