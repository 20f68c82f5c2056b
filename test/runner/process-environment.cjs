const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What stores a context at present. jest-circus makes one for each suite, and on Node 20 each slows every promise. */
const storages = new Set();
/** Under which jest-circus keeps the handlers and the tests of a suite, for as long as its realm lives. */
const CIRCUS = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];
const { _enable: enable } = AsyncLocalStorage.prototype;
if (enable !== undefined) {
  AsyncLocalStorage.prototype._enable = function () {
    storages.add(this);
    enable.call(this);
  };
}

/** Runs suites in the realm of their process, with nothing of its globals left changed for the next. */
module.exports = class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.fakeTimers = null;
    this.ownPackages = config.testEnvironmentOptions.ownPackages;
    // TypeORM's list of entities is a global: a suite with entities of its own begins a new one.
    this.entities = globalThis.typeormMetadataArgsStorage;
    if (this.ownPackages) globalThis.typeormMetadataArgsStorage = undefined;
    this.before = { console, env: { ...process.env }, exit: process.exit };
    Object.assign(globalThis, config.globals);
  }

  setup() {}

  teardown() {
    // Those of the platform are enabled again when they are next used.
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
      if (CIRCUS.includes(key.description)) delete globalThis[key];
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** None: there is no other realm. */
  getVmContext() {
    return null;
  }
};
