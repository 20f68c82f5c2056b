const config = require('./jest.config.cjs');

/**
 * The suites that drive a real Chromium: `npm run test:browser`. They share one stack with demo data, whose records none of
 * them changes.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testPathIgnorePatterns: [],
  roots: ['<rootDir>/test/browser'],
  globalSetup: '<rootDir>/test/browser/global-setup.cjs',
  maxWorkers: 3,
  // A test that fails may leave its Chromium open, which would keep the run from ending.
  forceExit: true,
  testTimeout: 120_000,
};
