const config = require('./jest.config.cjs');
const { leftOut } = require('./test/runner/citus-left-out.cjs');

/** The suites of everything that reads or writes the tables that are spread over the nodes. */
const suites = [
  'test/contract/*.spec.ts',
  'test/modules/consultations/**/*.spec.ts',
  'test/integrations/imports/*.spec.ts',
  'test/integrations/fhir/*.spec.ts',
  'test/platform/audit/*.spec.ts',
  'test/modules/audit/*.spec.ts',
  'test/platform/database/distribute-tables.spec.ts',
];

/**
 * `CITUS_URL=… npm run test:citus`: suites on a Citus cluster. The URL names a database whose coordinator knows the other
 * nodes. Each suite gets a database of its own.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: suites.map((suite) => `<rootDir>/${suite}`),
  testPathIgnorePatterns: [
    '/node_modules/',
    ...leftOut.flatMap(({ suite, tests }) => (tests ? [] : `<rootDir>/${suite}`)),
  ],
  testEnvironment: '<rootDir>/test/runner/citus-environment.cjs',
  globalSetup: '<rootDir>/test/runner/citus-setup.cjs',
  // The nodes of a cluster are often on one machine. With two suites at once, calls that wait for each other's locks took longer
  // than the time limit of a statement.
  maxWorkers: 1,
};
