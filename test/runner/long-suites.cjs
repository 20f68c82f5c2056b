const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** What every module tells of itself, from which client and reference are made. */
const CONTRACTS = ['src/contract.ts', /\.contract\.ts$/];

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
      'src/config',
      'src/database',
      'src/logging',
      'src/pages',
      'web',
      'migrations',
      'package.json',
      'package-lock.json',
      '.swcrc',
    ],
    suites: ['test/stack/', 'test/imports/with-database.spec.ts'],
  },
  {
    tests: [
      'dev/new-module',
      'docs/extending.md',
      'src/trpc',
      'src/access',
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
    tests: ['client', 'dev/client', 'dev/build-client.ts', 'src/trpc', ...CONTRACTS],
    suites: [
      'test/clients/package.spec.ts',
      'test/clients/types.spec.ts',
      'test/clients/front-end.spec.ts',
      'test/clients/readme.spec.ts',
    ],
  },
  {
    tests: ['src/reference', 'examples', 'docs/fhir.md', ...CONTRACTS],
    suites: [
      'test/reference/code-samples.spec.ts',
      'test/reference/getting-started.spec.ts',
      'test/reference/postman.spec.ts',
      'test/examples/languages.spec.ts',
      'test/fhir/documentation.spec.ts',
    ],
  },
  {
    tests: ['src/imports', 'src/exports', 'src/commands', 'dev/with-database.ts'],
    suites: ['test/imports/commands.spec.ts'],
  },
  {
    tests: ['migrations', 'src/database', 'src/fields'],
    suites: [
      'test/migrations/conversations.spec.ts',
      'test/migrations/external-ids.spec.ts',
      'test/migrations/medications.spec.ts',
    ],
  },
  {
    tests: ['src/chatbot/danger-signs', 'src/chatbot/phrases', 'src/chatbot/language', 'test/assistant'],
    suites: ['test/danger-signs/evaluation.spec.ts'],
  },
  {
    tests: ['src/chatbot/replies', 'src/consultations', 'src/idempotency', 'src/database', 'src/trpc'],
    suites: [
      'test/replies/processes.spec.ts',
      'test/consultations/retries.spec.ts',
      'test/idempotency/concurrency.spec.ts',
      'test/idempotency/crashes.spec.ts',
    ],
  },
  {
    tests: [
      'src/consultations',
      'src/health',
      'src/imports',
      'src/fhir',
      'src/idempotency',
      'src/trpc',
      'src/commands',
      'src/database',
      'migrations',
    ],
    suites: ['test/counts/counts.property.spec.ts'],
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
