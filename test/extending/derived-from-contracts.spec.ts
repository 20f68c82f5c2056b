import request from 'supertest';
import { z } from 'zod';
import { contracts } from '../../src/app-router';
import type { Deprecation, ProcedureContract } from '../../src/platform/contract/contract';
import { deprecationOf } from '../../src/platform/contract/deprecation';
import { suitePlatform } from '../support/platform';

interface DeclaredProcedure {
  readonly path: string;
  readonly contract: ProcedureContract;
}

const PROCEDURES: readonly DeclaredProcedure[] = Object.entries(contracts).flatMap(([router, procedures]) =>
  Object.entries<ProcedureContract>(procedures).map(([name, contract]) => ({
    path: `${router}.${name}`,
    contract,
  })),
);

const MIN_NOTICE_MS = 180 * 24 * 60 * 60 * 1000;

const operations = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ deprecated: z.boolean().optional() }))),
});

/** Returns the deprecated fields of a procedure's input. */
function deprecatedFields({ input }: ProcedureContract): [field: string, deprecation: Deprecation][] {
  if (!(input instanceof z.ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(input.shape).flatMap(([field, schema]) => {
    const deprecation = deprecationOf(schema);
    return deprecation ? [[field, deprecation] as [string, Deprecation]] : [];
  });
}

/** For the contracts of all features, also of those outside of the checkout. */
describe('documents and headers derived from the contracts', () => {
  const platform = suitePlatform();

  it.each(['/api/openapi.json', '/api/postman-collection.json', '/llms.txt'])(
    'include every procedure: %s',
    async (document) => {
      const { text } = await request(platform.server).get(document).expect(200);
      for (const { path } of PROCEDURES) expect(text).toContain(path);
    },
  );

  it('mark exactly the deprecated procedures in OpenAPI', async () => {
    const response = await request(platform.server).get('/api/openapi.json').expect(200);
    const { paths } = operations.parse(response.body);
    for (const { path, contract } of PROCEDURES) {
      const found = Object.entries(paths).filter(([address]) => address.endsWith(`/${path}`));
      const documented = found.flatMap(([, methods]) => Object.values(methods));
      const marks = documented.map(({ deprecated }) => deprecated === true);
      expect([path, new Set(marks)]).toEqual([path, new Set([contract.deprecated !== undefined])]);
    }
  });

  it('have the headers of a deprecation if a procedure or a field of its example is deprecated', async () => {
    for (const { path, contract } of PROCEDURES) {
      const isDeprecated = contract.deprecated !== undefined || deprecatedFields(contract).length > 0;
      const { headers } = await request(platform.server)
        .post(`/api/trpc/${path}`)
        .send({ 0: { json: contract.example.input ?? null } });
      const sent = [path, 'deprecation' in headers, 'sunset' in headers];
      expect(sent).toEqual([path, isDeprecated, isDeprecated]);
    }
  });

  it('announce every removal at least 180 days before it', () => {
    const deprecations = PROCEDURES.flatMap(({ path, contract }) => [
      ...(contract.deprecated ? [[path, contract.deprecated] as const] : []),
      ...deprecatedFields(contract).map(([field, deprecation]) => [`${path} ${field}`, deprecation] as const),
    ]);
    const tooShort = deprecations.filter(
      ([, { since, sunset }]) => Date.parse(sunset) - Date.parse(since) < MIN_NOTICE_MS,
    );
    expect(tooShort).toEqual([]);
  });
});
