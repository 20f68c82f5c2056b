import request from 'supertest';
import { z } from 'zod';
import { contracts } from '../../src/app-router';
import type { Deprecation, ProcedureContract } from '../../src/platform/contract/contract';
import { deprecationOf } from '../../src/platform/contract/deprecation';
import { type Platform, startPlatform } from '../support/platform';

interface Case {
  readonly path: string;
  readonly contract: ProcedureContract;
}

const PROCEDURES: readonly Case[] = Object.entries(contracts).flatMap(([router, procedures]) =>
  Object.entries<ProcedureContract>(procedures).map(([name, contract]) => ({
    path: `${router}.${name}`,
    contract,
  })),
);

const SHORTEST_NOTICE_DAYS = 180;

const operations = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ deprecated: z.boolean().optional() }))),
});

/** The fields of a procedure's input that are deprecated, by name. */
function deprecatedFields({ input }: ProcedureContract): [field: string, deprecation: Deprecation][] {
  if (!(input instanceof z.ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(input.shape).flatMap(([field, schema]) => {
    const deprecation = deprecationOf(schema);
    return deprecation ? [[field, deprecation] as [string, Deprecation]] : [];
  });
}

/** Whatever module a contract belongs to, and whoever wrote it: these hold for it unasked. */
describe('what is made of the contracts', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(async () => {
    await platform.close();
  });

  it.each(['/api/openapi.json', '/api/postman-collection.json', '/llms.txt'])(
    '%s has every procedure',
    async (document) => {
      const { text } = await request(platform.server).get(document).expect(200);
      for (const { path } of PROCEDURES) expect(text).toContain(path);
    },
  );

  it('marks in OpenAPI what is deprecated, and nothing else', async () => {
    const response = await request(platform.server).get('/api/openapi.json').expect(200);
    const { paths } = operations.parse(response.body);
    for (const { path, contract } of PROCEDURES) {
      const found = Object.entries(paths).filter(([address]) => address.endsWith(`/${path}`));
      const marks = found
        .flatMap(([, methods]) => Object.values(methods))
        .map((one) => one.deprecated === true);
      expect([path, new Set(marks)]).toEqual([path, new Set([contract.deprecated !== undefined])]);
    }
  });

  it('says in the headers of an answer what is deprecated, and nothing else', async () => {
    for (const { path, contract } of PROCEDURES) {
      const concerned = [contract.deprecated, ...deprecatedFields(contract).map(([, one]) => one)];
      const { headers } = await request(platform.server)
        .post(`/api/trpc/${path}`)
        .send({ 0: { json: contract.example.input ?? null } });
      const isDeprecated = concerned.some((one) => one !== undefined);
      expect([path, 'deprecation' in headers, 'sunset' in headers]).toEqual([
        path,
        isDeprecated,
        isDeprecated,
      ]);
    }
  });

  it('gives half a year’s notice of everything that leaves', () => {
    const short = PROCEDURES.flatMap(({ path, contract }) => [
      ...(contract.deprecated ? [[path, contract.deprecated] as const] : []),
      ...deprecatedFields(contract).map(([field, one]) => [`${path} ${field}`, one] as const),
    ]).filter(
      ([, { since, sunset }]) =>
        Date.parse(sunset) - Date.parse(since) < SHORTEST_NOTICE_DAYS * 24 * 60 * 60 * 1000,
    );
    expect(short).toEqual([]);
  });
});
