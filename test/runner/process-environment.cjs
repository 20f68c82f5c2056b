const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Runs suites in the realm of their process, with nothing of its globals left changed for the next. */
module.exports = class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.fakeTimers = null;
    this.before = { console, env: { ...process.env }, exit: process.exit };
  }

  setup() {}

  teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    process.env = this.before.env;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** None: there is no other realm. */
  getVmContext() {
    return null;
  }
};
