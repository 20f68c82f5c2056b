const config = require('./jest.config.cjs');

/**
 * The suites that drive a real Chromium, which `npm test` does without.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testPathIgnorePatterns: [],
  roots: ['<rootDir>/test/browser'],
  testTimeout: 120_000,
};
