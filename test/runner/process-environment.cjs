const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The enabled storages. jest-circus creates one for each suite, and on Node 20 each one slows down every promise. */
const storages = new Set();
/** Descriptions of the global symbols under which jest-circus stores a suite's handlers and tests. */
const CIRCUS_SYMBOLS = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];
const { _enable: enable } = AsyncLocalStorage.prototype;
if (enable !== undefined) {
  AsyncLocalStorage.prototype._enable = function () {
    storages.add(this);
    enable.call(this);
  };
}

/** Runs suites in the process's own realm and restores its globals after each suite. */
module.exports = class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.fakeTimers = null;
    this.ownPackages = config.testEnvironmentOptions.ownPackages;
    // TypeORM's list of entities is global: a suite with its own entities starts with an empty list.
    this.entities = globalThis.typeormMetadataArgsStorage;
    if (this.ownPackages) globalThis.typeormMetadataArgsStorage = undefined;
    this.before = { console, env: { ...process.env }, exit: process.exit };
    Object.assign(globalThis, config.globals);
  }

  setup() {}

  teardown() {
    // The platform's storages are enabled again at their next use.
    for (const storage of storages) storage.disable();
    storages.clear();
    this.fakeTimersModern.dispose();
    if (this.ownPackages) globalThis.typeormMetadataArgsStorage = this.entities;
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    for (const name of Object.keys(process.env)) {
      if (!(name in this.before.env)) delete process.env[name];
    }
    Object.assign(process.env, this.before.env);
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (CIRCUS_SYMBOLS.includes(key.description)) delete globalThis[key];
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Returns null: there is no separate realm. */
  getVmContext() {
    return null;
  }
};
