const config = require('./jest.config.cjs');
const { longSuites } = require('./test/runner/long-suites.cjs');

/**
 * `npm run test:long`: the suites that `npm test` skips because they take too long for each change.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: longSuites.map((suite) => `<rootDir>/${suite.replace(/\/$/, '/*.spec.ts')}`),
  testPathIgnorePatterns: ['/node_modules/'],
};
