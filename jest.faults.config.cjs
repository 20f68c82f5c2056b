const config = require('./jest.config.cjs');

const { FAULT_SEED, FAULT_ROUNDS = '200' } = process.env;

/**
 * `npm run test:faults`: writers through two processes, while processes, PostgreSQL and the network between them fail.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/test/faults/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globals: {
    faults: {
      rounds: Number(FAULT_ROUNDS),
      ...(FAULT_SEED && { seed: Number(FAULT_SEED) }),
    },
  },
  maxWorkers: 1,
};
