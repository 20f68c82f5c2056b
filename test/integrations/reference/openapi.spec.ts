import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { z } from 'zod';
import { contracts } from '../../../src/app-router';
import { CompressibleText } from '../../../src/platform/http/compressed-response';
import { ReferenceService } from '../../../src/integrations/reference/reference.service';
import { proceduresOf } from '../../../src/platform/contract/procedures';
import { suitePlatform } from '../../support/platform';
import { ServedOpenApi } from './served-openapi';

const PUBLIC_URL = 'https://api.health.test';

const lintTotals = z.object({ errors: z.int(), warnings: z.int(), ignored: z.int() });

const PROCEDURES = proceduresOf(contracts);

describe('/api/openapi.json', () => {
  const platform = suitePlatform({ PUBLIC_URL });
  let served: ServedOpenApi;

  beforeAll(async () => {
    served = await ServedOpenApi.fetch(platform);
  });

  it('passes the recommended rules of Redocly without errors or warnings', () => {
    const linter = spawnSync(process.execPath, [join(__dirname, 'lint-openapi.mjs')], {
      input: JSON.stringify(served.document),
      encoding: 'utf8',
    });
    const lastLine = linter.stdout.trim().split('\n').at(-1) ?? '';
    process.stdout.write(`Redocly, recommended rules: ${lastLine}\n`);
    const { errors, warnings, ignored } = lintTotals.parse(JSON.parse(lastLine));
    if (errors + warnings + ignored > 0) throw new Error(linter.stdout + linter.stderr);
  });

  it('contains all procedures of the contracts and no others', () => {
    const documented = Object.entries(served.document.paths).flatMap(([path, item]) =>
      path.startsWith('/api/trpc/') ? Object.keys(item).map((method) => `${method} ${path}`) : [],
    );
    const expected = PROCEDURES.flatMap(({ path, contract }) =>
      (contract.kind === 'mutation' ? ['post'] : ['get', 'post']).map(
        (method) => `${method} /api/trpc/${path}`,
      ),
    );
    expect(documented.sort()).toEqual(expected.sort());
  });

  it.each(PROCEDURES)('documents the roles and credentials of $path', ({ path, contract }) => {
    const { access, endsSession } = contract;
    const operation = served.findOperation(path, 'post');
    const cookie = { sessionCookie: [] };
    const token = { accessToken: [] };
    const credentials = endsSession ? [cookie] : [cookie, token];
    expect(operation.security).toEqual(access === 'anyone' ? [{}, ...credentials] : credentials);
    expect(operation['x-roles']).toEqual(typeof access === 'string' ? undefined : access);
    for (const role of operation['x-roles'] ?? []) expect(operation.description).toContain(`\`${role}\``);
  });

  it.each(PROCEDURES)('has code samples of $path in five languages', ({ path }) => {
    const samples = served.findOperation(path, 'post')['x-codeSamples'] ?? [];
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python', 'PHP', 'Java']);
    for (const { source } of samples) expect(source).toContain(`${PUBLIC_URL}/api/trpc/${path}`);
  });

  it('has a discriminator in every oneOf', () => {
    const withoutDiscriminator: string[] = [];
    const search = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('oneOf' in value && !('discriminator' in value)) withoutDiscriminator.push(path);
      for (const [key, inner] of Object.entries(value)) search(inner, `${path}/${key}`);
    };
    search(served.document.components, '');
    search(served.document.paths, '');
    expect(withoutDiscriminator).toEqual([]);
    expect(JSON.stringify(served.document.components)).toContain('"propertyName":"status"');
  });

  it('has the version of package.json and the public URL', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(served.document.info.version).toBe(version);
    expect(served.document.servers).toEqual([{ url: PUBLIC_URL }]);
  });
});

describe('the endpoints of the documents', () => {
  const platform = suitePlatform({ PUBLIC_URL, CORS_ORIGINS: 'https://app.health.test' });

  describe.each([
    ['/api/openapi.json', 'application/json; charset=utf-8'],
    ['/api/postman-collection.json', 'application/json; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
  ])('%s', (path, type) => {
    it('is public, may be cached for 5 minutes and returns 304 for its ETag', async () => {
      const first = await request(platform.server).get(path).expect(200);
      expect(first.headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=300' });
      const tag = z.string().parse(first.headers.etag);
      await request(platform.server).get(path).set('If-None-Match', tag).expect(304);
    });

    it('returns the same headers for HEAD as for GET', async () => {
      const head = await request(platform.server).head(path).expect(200);
      expect(head.headers['content-type']).toBe(type);
      expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
    });

    it('contains all procedures', async () => {
      const { text } = await request(platform.server).get(path).expect(200);
      for (const procedure of PROCEDURES) expect(text).toContain(procedure.path);
    });
  });

  it('compresses a cached document once per encoding', async () => {
    const text = new CompressibleText('a text');
    for (const encoding of ['br', 'gzip'] as const) {
      expect(await text.compress(encoding)).toBe(await text.compress(encoding));
    }
    const service = platform.app.get(ReferenceService);
    expect(await service.getDocument('openApi')).toBe(await service.getDocument('openApi'));
  });

  it('serves the Postman collection as a download', async () => {
    const { headers } = await request(platform.server).get('/api/postman-collection.json').expect(200);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="africa-health-platform.postman_collection.json"',
    );
  });
});
