const config = require('./jest.config.cjs');

/**
 * `npm run test:browser`: the suites that use Chromium. They share one stack with demo data, and none of them changes its
 * records.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testPathIgnorePatterns: [],
  roots: ['<rootDir>/test/browser'],
  globalSetup: '<rootDir>/test/browser/global-setup.cjs',
  maxWorkers: 3,
  // A failed test may leave Chromium open, and the run would not end.
  forceExit: true,
  testTimeout: 120_000,
};
