const { existsSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');

const ROOT = join(__dirname, '..', '..');

/** The suites in Chromium that take longest in `.ci/run`, and long suites in small files; longest first. */
const LONGEST = [
  // In Chromium.
  'test/browser/reference/accessibility.spec.ts',
  'test/browser/dashboard/accessibility.spec.ts',
  'test/browser/dashboard/selection.spec.ts',
  'test/browser/security/sign-out.spec.ts',
  'test/browser/dashboard/trend.spec.ts',
  'test/browser/chat/connection.spec.ts',
  'test/browser/dashboard/tables.spec.ts',
  'test/browser/reference/reference-page.spec.ts',
  'test/browser/dashboard/first-load.spec.ts',
  'test/browser/chat/accessibility.spec.ts',
  'test/browser/dashboard/rates.spec.ts',
  'test/browser/chat/unsent.spec.ts',
  'test/browser/dashboard/print.spec.ts',
  'test/browser/dashboard/languages.spec.ts',
  'test/browser/chat/account.spec.ts',
  'test/browser/dashboard/reporting.spec.ts',
  // Small files, which would start last.
  'test/fuzz/requests.spec.ts',
  'test/migrations/migrate.spec.ts',
  'test/platform/http/unread-responses.spec.ts',
];

/**
 * Starts the longest suites first, so that no worker runs one after all others have ended. Without the times of an earlier run, as
 * in a fresh clone, Jest would start the largest files first, and one of the smallest takes a minute.
 */
module.exports = class LongestFirst extends TestSequencer {
  constructor(options) {
    super(options);
    const missing = LONGEST.filter((suite) => !existsSync(join(ROOT, suite)));
    if (missing.length > 0)
      throw new Error(`test/runner/longest-first.cjs: no such suites: ${missing.join(', ')}`);
    this.ranks = new Map(LONGEST.map((suite, index) => [suite, index]));
  }

  sort(tests) {
    const rankOf = ({ path }) => this.ranks.get(relative(ROOT, path)) ?? LONGEST.length;
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};
