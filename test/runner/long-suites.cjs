const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** What every module tells of itself, from which client and reference are made. */
const CONTRACTS = ['src/app-router.ts', /\.contract\.ts$/];

/** What every suite runs on. */
const RUNNER = ['test/runner', 'test/support', 'jest.config.cjs', 'jest.long.config.cjs'];

/**
 * The suites that start programs, compile or install, and what each group tests. `npm test` leaves them out,
 * `npm run test:long` runs all of them, and `.ci/run` the groups with a change.
 */
const groups = [
  {
    tests: [
      'dev',
      'src/main.ts',
      'src/migrate.ts',
      'src/create-app.ts',
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
    suites: ['test/stack/', 'test/integrations/imports/with-database.spec.ts'],
  },
  {
    tests: [
      'dev/new-module',
      'docs/extending.md',
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
    tests: ['client', 'dev/client', 'dev/build-client.ts', 'src/platform/trpc', ...CONTRACTS],
    suites: [
      'test/clients/package.spec.ts',
      'test/clients/types.spec.ts',
      'test/clients/front-end.spec.ts',
      'test/clients/readme.spec.ts',
    ],
  },
  {
    tests: ['src/integrations/reference', 'examples', 'docs/fhir.md', ...CONTRACTS],
    suites: [
      'test/integrations/reference/code-samples.spec.ts',
      'test/integrations/reference/getting-started.spec.ts',
      'test/integrations/reference/postman.spec.ts',
      'test/examples/languages.spec.ts',
      'test/integrations/fhir/documentation.spec.ts',
    ],
  },
  {
    tests: [
      'src/integrations/imports',
      'src/integrations/exports',
      'src/platform/command-line',
      'dev/with-database.ts',
    ],
    suites: ['test/integrations/imports/commands.spec.ts'],
  },
  {
    tests: ['migrations', 'src/platform/database', 'src/shared'],
    suites: [
      'test/migrations/conversations.spec.ts',
      'test/migrations/external-ids.spec.ts',
      'test/migrations/medications.spec.ts',
    ],
  },
  {
    tests: [
      'src/modules/triage',
      'src/modules/triage/phrases',
      'src/modules/chatbot/language',
      'test/modules/chatbot/models',
    ],
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
];

const longSuites = groups.flatMap(({ suites }) => suites);

/**
 * @param base the commit before the change; all suites where it is unknown
 * @returns the long suites that test something that has changed since
 */
function suitesChangedSince(base) {
  let changed;
  try {
    changed = git('diff', '--name-only', '--no-renames', base, '--').split('\n');
  } catch {
    return longSuites;
  }
  const isChanged = (parts) => changed.some((path) => parts.some((part) => isOf(path, part)));
  if (isChanged(RUNNER)) return longSuites;
  return groups
    .filter(({ tests, suites }) => isChanged([...tests, ...suites.map(folderOf)]))
    .flatMap(({ suites }) => suites);
}

/** @param part a file, a folder or a pattern */
function isOf(path, part) {
  if (part instanceof RegExp) return part.test(path);
  return path === part || path.startsWith(part.replace(/\/?$/, '/'));
}

function git(...args) {
  const options = { cwd: join(__dirname, '../..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return execFileSync('git', args, options).trim();
}

/** Where a branch left the main one; on that, the commit before the last. */
function commitBefore() {
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
  const suites = CI_LONG === '1' ? longSuites : suitesChangedSince(CI_BASE ?? commitBefore());
  process.stdout.write(suites.join('\n'));
}
