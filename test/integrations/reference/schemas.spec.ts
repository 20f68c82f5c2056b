import { z } from 'zod';
import { countrySchema } from '../../../src/shared/country';
import { checkedItem } from '../../../src/shared/checked-item';
import { timestampSchema } from '../../../src/shared/timestamp';
import { buildLlms } from '../../../src/integrations/reference/llms/build-llms';
import { shareSchemas } from '../../../src/integrations/reference/openapi/component-schemas';
import { nameUnions } from '../../../src/integrations/reference/openapi/named-unions';
import { buildOpenApi } from '../../../src/integrations/reference/openapi/build-openapi';
import { toJsonSchema } from '../../../src/integrations/reference/openapi/json-schema';
import { buildPostman } from '../../../src/integrations/reference/postman/build-postman';
import { mutation, query } from '../../../src/platform/contract/contract';
import type { Contracts } from '../../../src/platform/contract/contracts.token';
import { deprecatedField } from '../../../src/platform/contract/deprecation';

const DEPRECATION = { since: '2026-01-01', sunset: '2027-01-01', instead: 'Use `date`.' };

function buildDocuments(contracts: Contracts) {
  const source = {
    contracts,
    purposes: {},
    publicUrl: 'https://api.health.test',
    version: '1.2.3',
    tokenEndpoint: null,
  };
  return { openApi: buildOpenApi(source), postman: buildPostman(source), llms: buildLlms(source) };
}

describe('schemas of the documents', () => {
  it('describe the input before zod transforms it', () => {
    const input = z.object({ at: timestampSchema, country: countrySchema.optional() });
    expect(toJsonSchema(input, 'input')).toEqual({
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time', pattern: 'Z$' }, country: { type: 'string' } },
      required: ['at'],
    });
  });

  it('describe list items that are validated one by one', () => {
    const item = z.object({ units: z.int() });
    expect(toJsonSchema(z.array(checkedItem(item)), 'input')).toEqual({
      type: 'array',
      items: { type: 'object', properties: { units: { type: 'integer' } }, required: ['units'] },
    });
  });

  it('allow additional fields in responses', () => {
    expect(toJsonSchema(z.object({ id: z.string() }), 'output')).not.toHaveProperty('additionalProperties');
  });

  it('throw for types that JSON cannot represent', () => {
    expect(() => toJsonSchema(z.object({ at: z.date() }), 'output')).toThrow(/Date/);
    expect(() => toJsonSchema(z.custom<string>(), 'input')).toThrow(/[Cc]ustom/);
  });

  it('become one component where they are shared, named by title or property', () => {
    const point = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } } as const;
    const titled = { ...point, title: 'Box' };
    const line = {
      type: 'object',
      properties: { from: point, to: point, from2: point, box: titled },
    } as const;
    const list = { type: 'array', items: titled } as const;
    expect(shareSchemas({ Line: line, List: list })).toEqual({
      Line: {
        type: 'object',
        properties: {
          from: { $ref: '#/components/schemas/From' },
          to: { $ref: '#/components/schemas/From' },
          from2: { $ref: '#/components/schemas/From' },
          box: { $ref: '#/components/schemas/Box' },
        },
      },
      List: { type: 'array', items: { $ref: '#/components/schemas/Box' } },
      From: point,
      Box: titled,
    });
  });

  it('become a component per variant of a discriminated union', () => {
    const output = toJsonSchema(
      z.object({
        results: z.array(
          z.discriminatedUnion('status', [
            z.object({ status: z.literal('recorded'), id: z.string() }),
            z.object({ status: z.literal('tooLate'), since: z.string() }),
          ]),
        ),
        other: z.union([z.string(), z.null()]),
      }),
      'output',
    );
    const component = (name: string) => `#/components/schemas/${name}`;
    expect(nameUnions({ BooksCloseOutput: output })).toEqual({
      BooksCloseOutput: {
        ...output,
        properties: {
          ...output.properties,
          results: { type: 'array', items: { $ref: component('BooksCloseResult') } },
        },
      },
      BooksCloseResult: {
        oneOf: [
          { $ref: component('BooksCloseResultRecorded') },
          { $ref: component('BooksCloseResultTooLate') },
        ],
        discriminator: {
          propertyName: 'status',
          mapping: {
            recorded: component('BooksCloseResultRecorded'),
            tooLate: component('BooksCloseResultTooLate'),
          },
        },
      },
      BooksCloseResultRecorded: expect.objectContaining({ required: ['status', 'id'] }) as unknown,
      BooksCloseResultTooLate: expect.objectContaining({ required: ['status', 'since'] }) as unknown,
    });
  });
});

describe('documents of a new module', () => {
  const contracts = {
    appointments: {
      book: mutation({
        summary: 'Books an appointment.',
        access: ['doctor', 'admin'],
        audit: 'none',
        input: z.object({
          date: z.iso.date().optional(),
          day: deprecatedField(z.string().optional().describe('The day.'), DEPRECATION),
        }),
        output: z.object({ success: z.literal(true), data: z.object({ id: z.string(), at: z.string() }) }),
        example: {
          input: { date: '2026-12-01' },
          output: { success: true, data: { id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a55', at: '2026-12-01' } },
        },
      }),
      next: query({
        summary: 'The next appointment.',
        access: 'session',
        audit: 'none',
        deprecated: DEPRECATION,
        output: z.object({ success: z.literal(true) }),
        example: { output: { success: true } },
      }),
      cancel: mutation({
        summary: 'Cancels an appointment.',
        access: 'session',
        audit: 'none',
        idempotency: 'none',
        input: z.object({ appointment: z.string() }),
        output: z.object({ success: z.literal(true) }),
        example: {
          input: { appointment: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a55' },
          output: { success: true },
        },
      }),
    },
  };
  const { openApi, postman, llms } = buildDocuments(contracts);

  it('contain the deprecation date, the sunset date and the replacement', () => {
    const operation = openApi.paths['/api/trpc/appointments.next']?.get;
    expect(operation).toMatchObject({ deprecated: true });
    expect(operation?.description).toContain(
      'Deprecated since 2026-01-01; it may be gone from 2027-01-01 on. Use `date`.',
    );
    expect(operation?.responses[200]?.headers).toMatchObject({
      deprecation: { schema: { const: '@1767225600' } },
      sunset: { schema: { const: 'Fri, 01 Jan 2027 00:00:00 GMT' } },
    });
    expect(openApi.paths['/api/trpc/appointments.book']?.post).not.toHaveProperty('deprecated');
    expect(openApi.components.schemas.AppointmentsBookInput?.properties?.day).toEqual({
      type: 'string',
      deprecated: true,
      description: 'The day. Deprecated since 2026-01-01; it may be gone from 2027-01-01 on. Use `date`.',
    });
    expect(llms).toContain('`day` (string, optional): The day. Deprecated since');
  });

  it('document `Idempotency-Key` only for procedures that accept it', () => {
    const { paths } = openApi;
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(paths['/api/trpc/appointments.book']?.post?.parameters).toContainEqual(key);
    expect(Object.keys(paths['/api/trpc/appointments.book']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['409', '422']),
    );
    expect(paths['/api/trpc/appointments.cancel']?.post?.parameters).not.toContainEqual(key);
    expect(paths['/api/trpc/appointments.cancel']?.post?.responses).not.toHaveProperty('422');
  });

  it('contain a module without a description', () => {
    expect(openApi.tags).toContainEqual({ name: 'appointments', description: expect.any(String) as string });
    expect(llms).toContain('### appointments.book');
    expect(postman.item.map(({ name }) => name)).toContain('appointments');
  });

  it('insert a value of an earlier response into a Postman request, as the examples are linked', () => {
    const folder = postman.item.find(({ name }) => name === 'appointments');
    const [book, , cancel] = folder?.item ?? [];
    expect(book?.event[0]?.script.exec.join('\n')).toContain(
      'pm.collectionVariables.set("appointments.book.data.id"',
    );
    expect(cancel?.request.body?.raw).toContain('"{{appointments.book.data.id}}"');
  });
});
