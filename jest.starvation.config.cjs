const config = require('./jest.config.cjs');

/**
 * `npm run test:starvation`: each attack on a server of its own process, beside a second caller whose times are measured.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/test/starvation/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
};
