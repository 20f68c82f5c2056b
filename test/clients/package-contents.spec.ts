import { stat } from 'node:fs/promises';
import { contracts } from '../../src/app-router';
import type { RouterContract } from '../../src/platform/contract/contract';
import { type BuiltClient, EXISTING_FILE, buildClient, readFiles } from './built-client';
import { checkSize } from './client-size';

const procedures = Object.values<RouterContract>(contracts).flatMap((router) => Object.keys(router)).length;

const IMPORT_PATTERN = /(?:from ?|import\(|require\()['"]([^'"]+)['"]/g;

describe('the size limit of the client', () => {
  it('grows with the number of procedures', () => {
    expect(checkSize({ bytes: 28_000, procedures: 26 })).toBe('');
    expect(checkSize({ bytes: 29_000, procedures: 26 })).not.toBe('');
    expect(checkSize({ bytes: 29_000, procedures: 28 })).toBe('');
  });

  it('reports bytes, procedures, the limit and a remedy when it is exceeded', () => {
    expect(checkSize({ bytes: 30_000, procedures: 26 })).toMatch(
      /^The client has 30000 bytes and 26 procedures, for which 28520 are allowed .*npm run build:client/,
    );
  });
});

describe('the client package', () => {
  let client: BuiltClient;
  let files: ReadonlyMap<string, string>;

  beforeAll(async () => {
    client = await buildClient();
    files = await readFiles(client.unpacked);
  }, 180_000);

  afterAll(() => client.remove());

  it('is smaller than the limit for its procedures', async () => {
    expect(checkSize({ bytes: (await stat(client.tarball)).size, procedures })).toBe('');
  });

  it('is added to the output folder as one file, next to existing files', () => {
    expect(client.outputFiles).toEqual([
      expect.stringMatching(/^africa-health-client-.*\.tgz$/),
      EXISTING_FILE,
    ]);
  });

  it('contains both module formats with declarations and no other files', () => {
    const sources = ['app-router', 'client-credentials', 'health-client', 'index', 'schemas', 'sending'];
    const declarations = [...sources, 'describe-failure', 'token-source'].map((name) => `${name}.d.ts`);
    const format = ['index.js', 'schemas.js', ...declarations];
    const modules = ['cjs', 'esm'].flatMap((folder) => format.map((name) => `${folder}/${name}`));
    const expected = ['README.md', 'package.json', 'cjs/package.json', ...modules];
    expect([...files.keys()].sort()).toEqual(expected.sort());
  });

  it('imports @trpc/client, superjson and zod, and @trpc/server only for types', () => {
    const listImports = (extension: RegExp): string[] => {
      const texts = [...files].filter(([name]) => extension.test(name)).map(([, text]) => text);
      const all = texts.flatMap((text) => [...text.matchAll(IMPORT_PATTERN)].map(([, name = '']) => name));
      return [...new Set(all.filter((name) => !name.startsWith('./')))].sort();
    };
    expect(listImports(/\.js$/)).toEqual(['@trpc/client', 'superjson', 'zod']);
    expect(listImports(/\.d\.ts$/)).toEqual(['@trpc/client', '@trpc/server', 'zod']);
  });

  it('imports zod only for the schemas', () => {
    for (const format of ['esm', 'cjs']) expect(files.get(`${format}/index.js`)).not.toContain('zod');
  });
});
