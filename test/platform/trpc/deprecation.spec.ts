import { type Server, createServer } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { z } from 'zod';
import { checkedItem } from '../../../src/shared/checked-item';
import { mutation, query } from '../../../src/platform/contract/contract';
import type { Implements } from '../../../src/platform/contract/implementation-types';
import { deprecatedField, deprecationOf } from '../../../src/platform/contract/deprecation';
import { ContractRouter, Procedure } from '../../../src/platform/trpc/procedure.decorator';
import { TransportHandler } from '../../../src/platform/trpc/transport/transport.handler';
import { listenOnLoopback } from '../../support/loopback';
import { sendRequest } from '../../support/raw-request';
import { createRoutersApp } from './routers-app';

const OLD = { since: '2026-01-01', sunset: '2027-07-01', instead: 'Send `name`.' };
const OLDER = { since: '2025-03-01', sunset: '2028-01-01', instead: 'Call plants.grow.' };

const OLD_HEADERS = { deprecation: '@1767225600', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
const OLDER_HEADERS = { deprecation: '@1740787200', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' };
/** The earliest dates of both. */
const EARLIEST_HEADERS = { deprecation: '@1740787200', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
const NONE = {};

const title = deprecatedField(z.string(), OLD);
const plain = z.string();
const ok = z.object({ ok: z.literal(true) });
const example = { output: { ok: true } } as const;

interface Nest {
  readonly title?: string | undefined;
  readonly inner?: Nest | undefined;
}

const nest: z.ZodType<Nest, Nest> = z.object({
  title: title.optional(),
  inner: z.lazy(() => nest).optional(),
});

const plantsContract = {
  grow: mutation({
    summary: 'Takes all kinds of input.',
    access: 'anyone',
    audit: 'none',
    input: z.object({
      name: plain.optional(),
      title: title.optional(),
      label: deprecatedField(plain.optional(), OLD).describe('A label.'),
      nullable: title.nullish(),
      preset: title.default('x'),
      refined: title.refine((value) => value !== 'no').optional(),
      one: z.object({ title: title.optional() }).optional(),
      list: z.array(z.object({ title: title.optional() })).optional(),
      items: z.array(checkedItem(z.object({ title: title.optional() }))).optional(),
      map: z.record(z.string(), z.object({ title: title.optional() })).optional(),
      pair: z.tuple([plain, title]).optional(),
      either: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('a'), title: title.optional() }),
          z.object({ kind: z.literal('b'), title: plain.optional() }),
        ])
        .optional(),
      both: z
        .intersection(z.object({ name: plain.optional() }), z.object({ title: title.optional() }))
        .optional(),
      nest: nest.optional(),
    }),
    output: ok,
    example: { ...example, input: {} },
  }),
  pull: mutation({
    summary: 'Goes away.',
    access: 'anyone',
    audit: 'none',
    output: ok,
    example,
    deprecated: OLDER,
  }),
  look: query({
    summary: 'Goes away, and its input before it.',
    access: ['doctor'],
    audit: 'none',
    input: z.object({ title: title.optional() }),
    output: ok,
    example: { ...example, input: {} },
    deprecated: OLDER,
  }),
  keep: query({ summary: 'Stays.', access: 'anyone', audit: 'none', output: ok, example }),
};

@ContractRouter('plants')
class PlantsRouter implements Implements<typeof plantsContract> {
  @Procedure(plantsContract.grow)
  grow(): Promise<{ ok: true }> {
    return Promise.resolve({ ok: true });
  }

  @Procedure(plantsContract.pull)
  pull(): Promise<{ ok: true }> {
    return Promise.resolve({ ok: true });
  }

  @Procedure(plantsContract.look)
  look(): Promise<{ ok: true }> {
    return Promise.resolve({ ok: true });
  }

  @Procedure(plantsContract.keep)
  keep(): Promise<{ ok: true }> {
    return Promise.resolve({ ok: true });
  }
}

describe('the response to a call that uses something deprecated', () => {
  let app: INestApplication;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    app = await createRoutersApp({ plants: plantsContract }, [PlantsRouter]);
    await app.init();
    const transport = app.get(TransportHandler);
    server = createServer((incoming, response) => void transport.handle(incoming, response));
    origin = await listenOnLoopback(server);
  });

  afterAll(async () => {
    server.close();
    await app.close();
  });

  async function headersOf(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; sent: object }> {
    const reply = await sendRequest(origin, {
      path: `/api/trpc/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { deprecation, sunset } = reply.headers;
    return { status: reply.status, sent: { ...(deprecation && { deprecation }), ...(sunset && { sunset }) } };
  }

  it.each<[string, unknown, object]>([
    ['an empty input', {}, NONE],
    ['fields that are not deprecated', { name: 'x', pair: undefined }, NONE],
    ['a deprecated field', { title: 'x' }, OLD_HEADERS],
    ['one whose schema was optional before', { label: 'x' }, OLD_HEADERS],
    ['a deprecated field that is null', { nullable: null }, OLD_HEADERS],
    ['one with a default', { preset: 'x' }, OLD_HEADERS],
    ['one with a refinement', { refined: 'x' }, OLD_HEADERS],
    ['one of an object', { one: { title: 'x' } }, OLD_HEADERS],
    ['an object without it', { one: {} }, NONE],
    ['one of the last element of an array', { list: [{}, {}, { title: 'x' }] }, OLD_HEADERS],
    ['an array without it', { list: [{}, {}] }, NONE],
    ['one of an item', { items: [{ title: 'x' }] }, OLD_HEADERS],
    ['one of an invalid item', { items: [{ title: 1 }] }, OLD_HEADERS],
    ['one of a record', { map: { a: { title: 'x' } } }, OLD_HEADERS],
    ['one of a tuple', { pair: ['x', 'y'] }, OLD_HEADERS],
    ['one of the variant in which it is deprecated', { either: { kind: 'a', title: 'x' } }, OLD_HEADERS],
    ['one of the variant in which it is not deprecated', { either: { kind: 'b', title: 'x' } }, NONE],
    ['one of an intersection', { both: { title: 'x' } }, OLD_HEADERS],
    ['one in a recursive schema', { nest: { inner: { inner: { title: 'x' } } } }, OLD_HEADERS],
    ['a recursive schema without it', { nest: { inner: { inner: {} } } }, NONE],
  ])('has the right headers for %s', async (_case, input, sent) => {
    expect(await headersOf('plants.grow', { json: input })).toEqual({ status: 200, sent });
  });

  it('has the headers if another field is invalid', async () => {
    const json = { title: 'x', name: 7 };
    expect(await headersOf('plants.grow', { json })).toEqual({ status: 400, sent: OLD_HEADERS });
  });

  it('has no headers if the input cannot be read', async () => {
    expect(await headersOf('plants.grow', { title: 'x' })).toEqual({ status: 400, sent: NONE });
    const invalidMeta = { json: { title: 'x' }, meta: 7 };
    expect(await headersOf('plants.grow', invalidMeta)).toEqual({ status: 400, sent: NONE });
  });

  it('has the headers of a deprecated procedure for every caller', async () => {
    expect(await headersOf('plants.pull', {})).toEqual({ status: 200, sent: OLDER_HEADERS });
    expect(await headersOf('plants.look', { json: {} })).toEqual({ status: 401, sent: OLDER_HEADERS });
    const forDoctor = await headersOf('plants.look', { json: {} }, { role: 'doctor' });
    expect(forDoctor).toEqual({ status: 200, sent: OLDER_HEADERS });
  });

  it('has the earliest dates of a call and of a batch', async () => {
    const doctor = { role: 'doctor' };
    const one = await headersOf('plants.look', { json: { title: 'x' } }, doctor);
    expect(one).toEqual({ status: 200, sent: EARLIEST_HEADERS });
    const batch = await headersOf('plants.keep,plants.grow,plants.pull?batch=1', {
      1: { json: { title: 'x' } },
    });
    expect(batch).toEqual({ status: 200, sent: EARLIEST_HEADERS });
    const none = await headersOf('plants.keep,plants.grow?batch=1', { 1: { json: { name: 'x' } } });
    expect(none).toEqual({ status: 200, sent: NONE });
  });

  it('has the headers if it is streamed', async () => {
    const streamed = { 'trpc-accept': 'application/jsonl' };
    const { sent } = await headersOf('plants.grow?batch=1', { 0: { json: { title: 'x' } } }, streamed);
    expect(sent).toEqual(OLD_HEADERS);
  });

  it('has no headers for other procedures, or if the procedure does not exist', async () => {
    expect(await headersOf('plants.keep', {})).toEqual({ status: 200, sent: NONE });
    expect((await headersOf('plants.nothing', {})).sent).toEqual(NONE);
  });
});

describe('deprecationOf', () => {
  it('returns the deprecation of a field through wrapping schemas', () => {
    expect(deprecationOf(title)).toEqual(OLD);
    expect(deprecationOf(title.optional().nullable().default('x'))).toEqual(OLD);
    expect(deprecationOf(title.describe('A title.').trim())).toEqual(OLD);
    expect(deprecationOf(title.transform(Number))).toEqual(OLD);
  });

  it('returns undefined for the schema that was copied, and for any other', () => {
    expect(deprecatedField(plain, OLD)).not.toBe(plain);
    expect(deprecationOf(plain)).toBeUndefined();
    expect(deprecationOf(z.object({ title }))).toBeUndefined();
  });
});
