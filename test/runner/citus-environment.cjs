const { relative } = require('node:path');
const { leftOut } = require('./citus-left-out.cjs');
const ProcessEnvironment = require('./process-environment.cjs');

/** Skips the tests that do not run on Citus. */
module.exports = class CitusEnvironment extends ProcessEnvironment {
  constructor(config, context) {
    super(config, context);
    const suite = relative(config.projectConfig.rootDir, context.testPath);
    this.names = leftOut.flatMap((entry) => (entry.suite === suite ? (entry.tests ?? []) : []));
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start' && this.names.includes(test.name)) test.mode = 'skip';
  }
};
