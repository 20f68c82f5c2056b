const FOUNDATIONS = 'access|config|database|fields|http|idempotency|limits|logging|pages|trpc';
const FOUNDATION = `^src/(${FOUNDATIONS})/`;
// Every other folder of src: a new one is held to the rules without being named here.
const FEATURE = `^src/(?!(?:${FOUNDATIONS})/)([^/]+)/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'foundations-know-no-feature',
      comment: 'trpc, database, config and the like serve every feature and use none.',
      severity: 'error',
      from: { path: FOUNDATION },
      to: {
        path: [FEATURE, '^src/[^/]+\\.ts$'],
      },
    },
    {
      name: 'features-meet-at-modules-and-services',
      comment:
        'A feature imports another’s module, uses the service that it exports and reads by its contract; nothing deeper but where to log in.',
      severity: 'error',
      from: { path: FEATURE },
      to: {
        path: FEATURE,
        pathNot: [
          '^src/$1/',
          '^src/[^/]+/[^/]+\\.(module|service|contract)\\.ts$',
          '^src/auth/login/paths\\.ts$',
          // The imports have no other door: the command line is all that uses them.
          '^src/imports/[^/]+-(import|command)\\.ts$',
          // What all commands are made with; of the commands themselves a rule of their own speaks.
          '^src/commands/command\\.ts$',
        ],
      },
    },
    {
      name: 'nothing-uses-a-command',
      comment:
        'A command runs as soon as it is imported; what all of them are made with, command.ts, does not.',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '^src/commands/' },
      to: { path: '^src/commands/', pathNot: '^src/commands/command\\.ts$' },
    },
    {
      name: 'vocabulary-is-the-bottom',
      comment: 'access, fields, limits and pages are words that all others share.',
      severity: 'error',
      from: { path: '^src/(access|fields|limits|pages)/' },
      to: { path: '^src/', pathNot: '^src/(access|fields|limits|pages)/' },
    },
    {
      name: 'source-does-not-use-the-embedded-stack',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { path: '^(dev|test|bench)/' },
    },
    {
      name: 'embedded-stack-does-not-use-tests',
      severity: 'error',
      from: { path: '^dev/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'client-uses-contracts-only',
      comment: 'All that the package imports becomes part of it.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|dev|test|bench|migrations)/', pathNot: '^src/(contract|trpc/error-shape)\\.ts$' },
    },
    {
      name: 'migrations-use-names-only',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/', pathNot: '^src/fields/' },
    },
    {
      name: 'everything-resolves',
      comment:
        'What starts the program imports it as built, which a fresh clone has not done yet; what runs in a project of its own, what is installed there.',
      severity: 'error',
      from: { pathNot: '^test/clients/installed/' },
      to: { couldNotResolve: true, pathNot: '^\\.\\./dist/' },
    },
    {
      name: 'product-uses-no-development-package',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(src|dev)/', pathNot: ['\\.d\\.ts$', '\\.mjs$'] },
      to: {},
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
