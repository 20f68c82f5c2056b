const FOUNDATIONS = 'access|config|database|fields|http|idempotency|limits|logging|pages|trpc';
const FOUNDATION = `^src/(${FOUNDATIONS})/`;
// Every other folder of src is a feature, so the rules hold for a new folder that this file does not name.
const FEATURE = `^src/(?!(?:${FOUNDATIONS})/)([^/]+)/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  // `npm run check:deps` prints the comment of each rule that a change breaks: what is wrong, and what to do instead.
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'These files import each other in a circle. Move what both need into a file of its own that imports neither of them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'foundations-know-no-feature',
      comment:
        'A foundation (src/trpc, src/database, src/config and the others in FOUNDATIONS) imports a feature or the list of all modules. Features use foundations, never the reverse. Move the code into the feature, or have the feature pass in what the foundation needs (a parameter, or an abstract class that the feature implements).',
      severity: 'error',
      from: { path: FOUNDATION },
      to: {
        path: [FEATURE, '^src/[^/]+\\.ts$'],
      },
    },
    {
      name: 'features-meet-at-modules-and-services',
      comment:
        'A feature imports an internal file of another feature. Import only its *.module.ts, *.service.ts or *.contract.ts: add a method to its service and export that service from its module. What several features need and is about no single one belongs to a foundation.',
      severity: 'error',
      from: { path: FEATURE },
      to: {
        path: FEATURE,
        pathNot: [
          '^src/$1/',
          '^src/[^/]+/[^/]+\\.(module|service|contract)\\.ts$',
          '^src/auth/login/paths\\.ts$',
          // Only the command line uses the imports.
          '^src/imports/[^/]+-(import|command)\\.ts$',
          // What all commands share; the rule nothing-uses-a-command is about the commands themselves.
          '^src/commands/command\\.ts$',
        ],
      },
    },
    {
      name: 'nothing-uses-a-command',
      comment:
        'A file imports a command of src/commands, and a command runs as soon as it is imported. Move the code that both need into a service. Only src/commands/command.ts may be imported.',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '^src/commands/' },
      to: { path: '^src/commands/', pathNot: '^src/commands/command\\.ts$' },
    },
    {
      name: 'vocabulary-is-the-bottom',
      comment:
        'A file of src/access, src/fields, src/limits or src/pages imports another folder of src. All other folders import these four, so they import only each other. Move the code to the folder that it imports, or pass the value in as a parameter.',
      severity: 'error',
      from: { path: '^src/(access|fields|limits|pages)/' },
      to: { path: '^src/', pathNot: '^src/(access|fields|limits|pages)/' },
    },
    {
      name: 'source-does-not-use-the-embedded-stack',
      comment:
        'A file of src or migrations imports dev, test or bench. Those folders are not in the image, so the import fails in production. Move the code into src.',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { path: '^(dev|test|bench)/' },
    },
    {
      name: 'embedded-stack-does-not-use-tests',
      comment:
        'A file of dev imports test or bench. `npm start` runs without them. Move the code that both need into dev.',
      severity: 'error',
      from: { path: '^dev/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'client-uses-contracts-only',
      comment:
        'A file of client imports something of the platform other than src/contract.ts or src/trpc/error-shape.ts. Everything that client imports becomes part of the npm package that partners install. Import a type of the contract, or write the few lines in client.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|dev|test|bench|migrations)/', pathNot: '^src/(contract|trpc/error-shape)\\.ts$' },
    },
    {
      name: 'migrations-use-names-only',
      comment:
        'A migration imports src outside src/fields. A migration must do the same in every later release, and the code of src changes. Write the values or the SQL into the migration, or into a data file of its own in migrations/data.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/', pathNot: '^src/fields/' },
    },
    {
      name: 'everything-resolves',
      // Not checked: imports of dist/, which a fresh clone has not built yet, and the packages of the project in test/clients/installed.
      comment:
        'The imported file or package does not exist. Correct the path, or run `npm ci` if the package is in package.json, or add the package to package.json.',
      severity: 'error',
      from: { pathNot: '^test/clients/installed/' },
      to: { couldNotResolve: true, pathNot: '^\\.\\./dist/' },
    },
    {
      name: 'product-uses-no-development-package',
      comment:
        'A file of src or migrations imports a package that production does not install: it is in devDependencies or not in package.json. Move it to dependencies, or import only its types (`import type`).',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment:
        'No file imports this file, and it imports none. Import it where it is used (a module: in src/app.module.ts), or delete it.',
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
