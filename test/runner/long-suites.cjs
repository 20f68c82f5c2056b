const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** The contracts of all modules. The client and the reference are built from them. */
const CONTRACTS = ['src/app-router.ts', /\.contract\.ts$/];

/** The files that every suite needs. */
const RUNNER = ['test/runner', 'test/support', 'jest.config.cjs', 'jest.long.config.cjs'];

/**
 * The suites that start programs, compile or install, in groups, with the files that each group tests. `npm test` skips them,
 * `npm run test:long` runs all of them, and `.ci/run` runs the groups whose files changed.
 */
const groups = [
  {
    tests: [
      'dev',
      'src/main.ts',
      'src/migrate.ts',
      'src/create-app.ts',
      'src/serve.ts',
      'src/platform/config',
      'src/platform/database',
      'src/platform/logging',
      'src/pages/shared',
      'web',
      'migrations',
      'package.json',
      'package-lock.json',
      '.swcrc',
    ],
    suites: ['test/stack/'],
  },
  {
    tests: [
      'src/main.ts',
      'src/serve.ts',
      'src/platform/processes',
      'src/platform/http',
      'src/platform/logging',
    ],
    suites: [
      'test/platform/processes/several-processes.spec.ts',
      'test/platform/processes/supervisor.spec.ts',
    ],
  },
  {
    tests: [
      'dev/new-module',
      'docs/extending.md',
      'src/platform/contract',
      'src/platform/trpc',
      'src/platform/access',
      'test/contract',
      'eslint.config.mjs',
      'tsconfig.json',
      '.prettierrc.json',
      '.dependency-cruiser.cjs',
    ],
    suites: ['test/extending/new-module.spec.ts'],
  },
  {
    tests: ['.dependency-cruiser.cjs', 'package.json'],
    suites: ['test/extending/dependency-rules.spec.ts'],
  },
  {
    tests: ['client', 'dev/build-client', 'dev/commands/build-client.ts', 'src/platform/trpc', ...CONTRACTS],
    suites: [
      'test/clients/package.spec.ts',
      'test/clients/types.spec.ts',
      'test/clients/front-end.spec.ts',
      'test/clients/client-readme.spec.ts',
    ],
  },
  {
    tests: ['src/integrations/reference', 'examples', 'docs/fhir.md', ...CONTRACTS],
    suites: [
      'test/integrations/reference/code-samples.spec.ts',
      'test/integrations/reference/getting-started.spec.ts',
      'test/integrations/reference/postman.spec.ts',
      'test/examples/code-examples.spec.ts',
      'test/integrations/fhir/documentation.spec.ts',
    ],
  },
  {
    tests: [
      'src/integrations/imports',
      'src/integrations/exports',
      'src/platform/command-line',
      'dev/commands/with-database.ts',
    ],
    suites: ['test/integrations/imports/commands.spec.ts'],
  },
  {
    tests: ['migrations', 'src/platform/database', 'src/shared'],
    suites: [
      'test/migrations/extend-conversations.spec.ts',
      'test/migrations/extend-consultations.spec.ts',
      'test/migrations/extend-medications.spec.ts',
    ],
  },
  {
    tests: ['src/platform/database', 'dev/postgres', /\.sql\.ts$/],
    suites: ['test/platform/database/read-replicas.spec.ts'],
  },
  {
    tests: ['src/modules/triage', 'src/modules/chatbot/language', 'test/modules/chatbot/models'],
    suites: ['test/modules/triage/evaluation.spec.ts'],
  },
  {
    tests: [
      'src/modules/chatbot/replies',
      'src/modules/consultations',
      'src/platform/idempotency',
      'src/platform/database',
      'src/platform/trpc',
    ],
    suites: [
      'test/modules/chatbot/replies/processes.spec.ts',
      'test/modules/consultations/recording/retries.spec.ts',
      'test/platform/idempotency/concurrency.spec.ts',
      'test/platform/idempotency/crashes.spec.ts',
    ],
  },
  {
    tests: [
      'src/modules/consultations',
      'src/modules/health',
      'src/integrations/imports',
      'src/integrations/fhir',
      'src/platform/idempotency',
      'src/platform/trpc',
      'src/platform/command-line',
      'src/platform/database',
      'migrations',
    ],
    suites: ['test/modules/consultations/counts/counts.property.spec.ts'],
  },
  {
    tests: [
      'src/modules/consultations',
      'src/modules/health',
      'src/platform/database',
      'migrations',
      'dev/demo',
    ],
    suites: ['test/modules/consultations/counts/plans.spec.ts'],
  },
];

const longSuites = groups.flatMap(({ suites }) => suites);

/**
 * Returns the long suites of the groups whose files changed.
 * @param base the commit before the change. If it is unknown, returns all suites.
 */
function suitesChangedSince(base) {
  let changed;
  try {
    changed = git('diff', '--name-only', '--no-renames', base, '--').split('\n');
  } catch {
    return longSuites;
  }
  const isChanged = (patterns) => changed.some((path) => patterns.some((pattern) => matches(path, pattern)));
  if (isChanged(RUNNER)) return longSuites;
  return groups
    .filter(({ tests, suites }) => isChanged([...tests, ...suites.map(folderOf)]))
    .flatMap(({ suites }) => suites);
}

/** @param pattern a file, a folder or a regular expression */
function matches(path, pattern) {
  if (pattern instanceof RegExp) return pattern.test(path);
  return path === pattern || path.startsWith(pattern.replace(/\/?$/, '/'));
}

function git(...args) {
  const options = { cwd: join(__dirname, '../..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return execFileSync('git', args, options).trim();
}

/** Returns the commit where the branch left origin/main; on main itself, the parent of HEAD. */
function findBaseCommit() {
  try {
    const base = git('merge-base', 'HEAD', 'origin/main');
    return base === git('rev-parse', 'HEAD') ? 'HEAD^' : base;
  } catch {
    return 'HEAD^';
  }
}

function folderOf(suite) {
  return suite.replace(/[^/]*$/, '');
}

module.exports = { longSuites, suitesChangedSince };

if (require.main === module) {
  const { CI_LONG, CI_BASE } = process.env;
  const suites = CI_LONG === '1' ? longSuites : suitesChangedSince(CI_BASE ?? findBaseCommit());
  process.stdout.write(suites.join('\n'));
}
