import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/platform/config/environment';
import { CheckoutCopy } from './checkout-copy';

describe('npm test', () => {
  let copy: CheckoutCopy;

  beforeAll(async () => {
    copy = await CheckoutCopy.create();
  });

  afterAll(async () => {
    await copy.remove();
  });

  /** Runs one test that writes down the environment it sees. */
  const environmentOfTests = async (variables: Readonly<Record<string, string>>) => {
    const folder = join(copy.directory, 'seen');
    mkdirSync(folder, { recursive: true });
    const seen = join(folder, 'environment.json');
    writeFileSync(
      join(folder, 'environment.spec.cjs'),
      `it('sees', () => require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env)));`,
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
    return JSON.parse(readFileSync(seen, 'utf8')) as Record<string, string>;
  };

  it('hides from the tests every setting that a shell may hold, and what PostgreSQL reads by itself', async () => {
    const shells = [...Object.keys(settings), 'PORTAL_PORT', 'PGHOST', 'PGPASSWORD', 'OPENAI_ORG_ID'];
    const variables = Object.fromEntries(shells.map((name) => [name, 'of-the-shell']));
    const seen = await environmentOfTests({ ...variables, KEPT: 'of-the-shell' });
    expect(Object.keys(seen).filter((name) => shells.includes(name))).toEqual(['NODE_ENV']);
    expect(seen).toMatchObject({ NODE_ENV: 'test', KEPT: 'of-the-shell' });
  });
});
