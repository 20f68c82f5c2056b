const { createRequire } = require('node:module');
const { isAbsolute, join, sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { sourceMaps } = require('../../dev/build/typescript.cjs');

/** Loaded anew for each suite, as they hold what a suite registers; test/runner/ holds what a worker keeps. */
const TEST_FILES = join(__dirname, '..') + sep;
const RUNNER = __dirname + sep;

/**
 * Loads what is tested once in each worker instead of once in each suite: the platform is 2,263 modules. Files of
 * test/ are loaded as Jest does, in the same realm, so that arrays and errors have one class everywhere. A suite that
 * replaces modules of the platform loads all of them for itself, and the packages that remember what they were given:
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

  /** @throws Error for a shared module, which the suite would go on using as it is */
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

  /** Asked for before anything is loaded: it has to find what is loaded later. */
  getSourceMaps() {
    const own = super.getSourceMaps();
    own.get = (path) => Map.prototype.get.call(own, path) ?? sourceMaps.get(path);
    return own;
  }
};
