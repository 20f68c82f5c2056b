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
      name: 'no-folder-cycles',
      comment:
        'These folders of src/platform import each other in a circle, so neither can be read alone. Move what both need into one of them, or pass it in as a parameter.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/platform/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'platform-and-shared-know-no-health',
      comment:
        'A file of src/platform or src/shared imports a module, an integration, a page or the application itself. These use the platform, never the reverse. Move the code into the module, or let the module pass in what the platform needs (a parameter, or an abstract class that the module implements).',
      severity: 'error',
      from: { path: '^src/(platform|shared)/' },
      to: { path: '^src/((modules|integrations|pages)/|[^/]+\\.ts$)' },
    },
    {
      name: 'shared-is-the-bottom',
      comment:
        'A file of src/shared imports another folder of src. Every folder imports src/shared, so it imports only itself. Move the code to the folder that it imports, or pass the value in as a parameter.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'modules-know-no-integration-or-page',
      comment:
        'A module imports an integration, a page or the application itself. Integrations and pages use modules, never the reverse. Move the code into the integration or page, or export a service from the module.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/((integrations|pages)/|[^/]+\\.ts$)' },
    },
    {
      name: 'modules-are-imported-by-their-index',
      comment:
        'A file imports an internal file of a module of src/modules. Import the module itself (`../consultations`): its index.ts exports its public services, contract and types. Add what is missing to that index.ts.',
      severity: 'error',
      from: { path: '^src/(modules/([^/]+)|integrations|pages)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$2/', '^src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'integrations-and-pages-stand-alone',
      comment:
        'An integration or a page imports another one. What both need belongs to a module, to src/platform, or, for pages, to src/pages/shared.',
      severity: 'error',
      from: { path: '^src/(integrations|pages)/([^/]+)/' },
      to: { path: '^src/(integrations|pages)/', pathNot: ['^src/$1/$2/', '^src/pages/shared/'] },
    },
    {
      name: 'nothing-imports-a-command',
      comment:
        'A file imports a *.cli.ts file, which runs its command as soon as it is imported. Move the code that both need into a file without that ending.',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { path: '\\.cli\\.ts$' },
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
      name: 'web-pages-stand-alone',
      comment:
        'A page of web imports another one, or web/shared imports a page. Each page is built by itself. Move what both need to web/shared.',
      severity: 'error',
      from: { path: '^web/(chat|chat-worker|dashboard|reference|shared)/' },
      to: { path: '^web/', pathNot: '^web/($1|shared)/' },
    },
    {
      name: 'client-uses-contracts-only',
      comment:
        'A file of client imports something of the platform other than src/app-router.ts or src/platform/contract/error-shape.ts. Everything that client imports becomes part of the npm package that partners install. Import a type of the contract, or write the few lines in client.',
      severity: 'error',
      from: { path: '^client/' },
      to: {
        path: '^(src|dev|test|bench|migrations)/',
        pathNot: '^src/(app-router|platform/contract/error-shape)\\.ts$',
      },
    },
    {
      name: 'migrations-use-names-only',
      comment:
        'A migration imports src outside src/shared. A migration must do the same in every later release, and the code of src changes. Write the values or the SQL into the migration, or into a data file of its own in migrations/data.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'everything-resolves',
      // Not checked: imports of dist/, which a fresh clone has not built yet, modules that a Vite plugin composes, and the packages
      // of the project in test/clients/installed.
      comment:
        'The imported file or package does not exist. Correct the path, or run `npm ci` if the package is in package.json, or add the package to package.json.',
      severity: 'error',
      from: { pathNot: '^test/clients/installed/' },
      to: { couldNotResolve: true, pathNot: '^((\\.\\./)+dist/|virtual:)' },
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
        'No file imports this file, and it imports none. Import it where it is used (a feature: in src/features.ts), or delete it.',
      severity: 'error',
      from: { orphan: true, path: '^(src|dev)/', pathNot: ['\\.d\\.c?ts$', '\\.mjs$'] },
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
