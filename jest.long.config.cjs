const config = require('./jest.config.cjs');

const isLong = (pattern) => pattern.endsWith('.spec.ts');

/**
 * What `npm test` leaves out, since it takes too long for each change.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: config.testPathIgnorePatterns.filter(isLong),
  testPathIgnorePatterns: ['/node_modules/'],
};
