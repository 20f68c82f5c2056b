const config = require('./jest.config.cjs');

const { FUZZ_SEED, FUZZ_CASES = '100000' } = process.env;

/**
 * `npm run test:fuzz`: generated requests to a server of its own process.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/test/fuzz/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globals: { fuzz: { cases: Number(FUZZ_CASES), ...(FUZZ_SEED && { seed: Number(FUZZ_SEED) }) } },
  maxWorkers: 1,
};
