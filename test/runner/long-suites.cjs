const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

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
      'src/config',
      'src/database',
      'migrations',
      'package.json',
    ],
    suites: ['test/stack/', 'test/imports/with-database.spec.ts'],
  },
  {
    tests: ['dev/new-module', 'docs/extending.md', 'src/trpc', 'src/access', 'test/contract'],
    suites: ['test/extending/new-module.spec.ts'],
  },
  {
    tests: ['.dependency-cruiser.cjs', 'package.json'],
    suites: ['test/extending/dependency-rules.spec.ts'],
  },
  {
    tests: ['client', 'dev/client', 'dev/build-client.ts', 'src/trpc', 'src/contract.ts'],
    suites: [
      'test/clients/package.spec.ts',
      'test/clients/types.spec.ts',
      'test/clients/front-end.spec.ts',
      'test/clients/readme.spec.ts',
    ],
  },
  {
    tests: ['src/reference', 'src/contract.ts', 'examples', 'docs/fhir.md'],
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
    tests: ['src/consultations', 'src/health', 'src/imports', 'src/database', 'migrations'],
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
    const options = { cwd: join(__dirname, '../..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    changed = execFileSync('git', ['diff', '--name-only', base, '--'], options).split('\n');
  } catch {
    return longSuites;
  }
  const isOf = (path, parts) =>
    parts.some((part) => path === part || path.startsWith(part.replace(/\/?$/, '/')));
  return groups
    .filter(({ tests, suites }) => changed.some((path) => isOf(path, [...tests, ...suites.map(folderOf)])))
    .flatMap(({ suites }) => suites);
}

function folderOf(suite) {
  return suite.replace(/[^/]*$/, '');
}

module.exports = { longSuites, suitesChangedSince };

if (require.main === module) {
  const { CI_LONG, CI_BASE } = process.env;
  const suites = CI_LONG === '1' ? longSuites : suitesChangedSince(CI_BASE ?? 'HEAD^');
  process.stdout.write(suites.join('\n'));
}
