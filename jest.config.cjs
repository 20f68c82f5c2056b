/** Every package in this list is published as ES modules only and is compiled for Jest. */
const esModules = [
  'jose',
  'superjson',
  'copy-anything',
  'is-what',
  'franc-min',
  'trigram-utils',
  'n-gram',
  'collapse-white-space',
];

/** A minute of the processor and more for parts that seldom change: `npm run test:long` runs these, by jest.long.config.cjs. */
const longSuites = [
  'test/extending/new-module.spec.ts',
  'test/reference/code-samples.spec.ts',
  'test/stack/places.spec.ts',
  'test/stack/demo-data-command.spec.ts',
  'test/imports/commands.spec.ts',
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/browser/',
    ...longSuites.map((suite) => `<rootDir>/${suite}`),
  ],
  transform: {
    '^.+\\.(t|j)s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
        },
        module: { type: 'commonjs', ignoreDynamic: true },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // They wait for databases and processes more than they compute.
  maxWorkers: 3,
  testTimeout: 30_000,
};
