import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/platform/config/environment';
import { CheckoutCopy } from './checkout-copy';

describe('npm test', () => {
  const copy = CheckoutCopy.forSuite();

  /** Runs a test that writes its environment to a file. @returns that environment */
  const runEnvironmentTest = async (variables: Readonly<Record<string, string>>) => {
    const folder = join(copy.directory, 'environment-test');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'environment.json');
    writeFileSync(
      join(folder, 'environment.spec.cjs'),
      `it('writes its environment', () => require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)));`,
    );
    const config = JSON.stringify({
      rootDir: folder,
      testMatch: ['**/*.spec.cjs'],
      moduleFileExtensions: ['cjs', 'js'],
    });
    const { code, stderr } = await copy.run(
      [process.execPath, 'dev/test.mjs', '--config', config],
      variables,
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  };

  it('hides the shell’s settings and PostgreSQL’s variables from the tests', async () => {
    const names = [...Object.keys(settings), 'PORTAL_PORT', 'PGHOST', 'PGPASSWORD', 'OPENAI_ORG_ID'];
    const variables = Object.fromEntries(names.map((name) => [name, 'of-the-shell']));
    const seen = await runEnvironmentTest({ ...variables, KEPT: 'of-the-shell' });
    expect(Object.keys(seen).filter((name) => names.includes(name))).toEqual(['NODE_ENV']);
    expect(seen).toMatchObject({ NODE_ENV: 'test', KEPT: 'of-the-shell' });
  });
});
