const config = require('./jest.config.cjs');
const { longSuites } = require('./test/runner/long-suites.cjs');

/**
 * What `npm test` leaves out, since it takes too long for each change.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: longSuites.map((suite) => `<rootDir>/${suite.replace(/\/$/, '/*.spec.ts')}`),
  testPathIgnorePatterns: ['/node_modules/'],
};
