import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/platform/config/environment';
import { CheckoutCopy } from './checkout-copy';

describe('npm test', () => {
  const copy = CheckoutCopy.forSuite();

  /** Runs a test that writes its environment to a file. @returns that environment, and what the run reported */
  const runEnvironmentTest = async (variables: Readonly<Record<string, string>>, options: object = {}) => {
    const folder = mkdtempSync(join(copy.directory, 'environment-test-'));
    const file = join(folder, 'environment.json');
    writeFileSync(
      join(folder, 'environment.spec.cjs'),
      `it('writes its environment', () => require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)));`,
    );
    const config = JSON.stringify({
      rootDir: folder,
      testMatch: ['**/*.spec.cjs'],
      moduleFileExtensions: ['cjs', 'js'],
      ...options,
    });
    const { code, stderr } = await copy.run(
      [process.execPath, 'dev/test.mjs', '--config', config],
      variables,
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return { stderr, environment: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string> };
  };

  it('creates the migrated database once if two runs start beside each other', async () => {
    const runner = join(copy.directory, 'test', 'runner');
    const setup = {
      globalSetup: join(runner, 'global-setup.cjs'),
      globalTeardown: join(runner, 'global-teardown.cjs'),
    };
    const runs = await Promise.all([runEnvironmentTest({}, setup), runEnvironmentTest({}, setup)]);
    const waited = runs.filter(({ stderr }) => /Waiting for process \d+/.test(stderr));
    expect(waited).toHaveLength(1);
  });

  it('hides the shell’s settings and PostgreSQL’s variables from the tests', async () => {
    const names = [...Object.keys(settings), 'PORTAL_PORT', 'PGHOST', 'PGPASSWORD', 'OPENAI_ORG_ID'];
    const variables = Object.fromEntries(names.map((name) => [name, 'of-the-shell']));
    const { environment: seen } = await runEnvironmentTest({ ...variables, KEPT: 'of-the-shell' });
    expect(Object.keys(seen).filter((name) => names.includes(name))).toEqual(['NODE_ENV']);
    expect(seen).toMatchObject({ NODE_ENV: 'test', KEPT: 'of-the-shell' });
  });
});
