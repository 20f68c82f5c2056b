const { longSuites } = require('./test/runner/long-suites.cjs');

/** True for a suite on the command line: it runs even if it is a long one. */
const isNamed = (suite) => process.argv.some((argument) => argument.includes(suite));

/** @type {import('jest').Config} */
module.exports = {
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/starvation/',
    ...longSuites.filter((suite) => !isNamed(suite)).map((suite) => `<rootDir>/${suite}`),
  ],
  testEnvironment: '<rootDir>/test/runner/process-environment.cjs',
  runtime: '<rootDir>/test/runner/shared-runtime.cjs',
  transform: { '\\.ts$': '@swc/jest' },
  testSequencer: '<rootDir>/test/runner/longest-first.cjs',
  globalSetup: '<rootDir>/test/runner/global-setup.cjs',
  globalTeardown: '<rootDir>/test/runner/global-teardown.cjs',
  maxWorkers: 4,
  // Ends only tests that hang, even on a busy machine.
  testTimeout: 120_000,
};
