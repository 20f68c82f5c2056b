import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { z } from 'zod';
import { checkedLine } from '../../../src/shared/line';
import type { Handler } from '../../../src/platform/http/pipelined-express.adapter';
import { type Implements, mutation, query } from '../../../src/platform/contract/contract';
import { deprecatedField, deprecationOf } from '../../../src/platform/contract/deprecation';
import { ContractRouter, Procedure } from '../../../src/platform/trpc/procedure.decorator';
import { TransportHandler } from '../../../src/platform/trpc/transport/transport.handler';
import { sendRequest } from '../../support/raw-request';
import { createRouters } from './routers-app';

const OLD = { since: '2026-01-01', sunset: '2027-07-01', instead: 'Send `name`.' };
const OLDER = { since: '2025-03-01', sunset: '2028-01-01', instead: 'Call plants.grow.' };

const OLD_HEADERS = { deprecation: '@1767225600', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
const OLDER_HEADERS = { deprecation: '@1740787200', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' };
/** The earliest of each. */
const BOTH_HEADERS = { deprecation: '@1740787200', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
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
    summary: 'Takes every shape of input.',
    access: 'anyone',
    input: z.object({
      name: plain.optional(),
      title: title.optional(),
      label: deprecatedField(plain.optional(), OLD).describe('A label.'),
      nullable: title.nullish(),
      preset: title.default('x'),
      refined: title.refine((value) => value !== 'no').optional(),
      one: z.object({ title: title.optional() }).optional(),
      list: z.array(z.object({ title: title.optional() })).optional(),
      lines: z.array(checkedLine(z.object({ title: title.optional() }))).optional(),
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
  pull: mutation({ summary: 'Goes away.', access: 'anyone', output: ok, example, deprecated: OLDER }),
  look: query({
    summary: 'Goes away, and its input before it.',
    access: ['doctor'],
    input: z.object({ title: title.optional() }),
    output: ok,
    example: { ...example, input: {} },
    deprecated: OLDER,
  }),
  keep: query({ summary: 'Stays.', access: 'anyone', output: ok, example }),
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

describe('an answer to a call that uses what goes away', () => {
  let app: INestApplication;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    app = await createRouters({ plants: plantsContract }, [PlantsRouter]);
    await app.init();
    const wire = app.get(TransportHandler);
    const express = app.getHttpAdapter().getInstance() as Handler;
    server = createServer((incoming, response) => void wire.handle(incoming, response, express));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.close();
    await app.close();
  });

  async function headersOf(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; said: object }> {
    const reply = await sendRequest(origin, {
      path: `/api/trpc/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { deprecation, sunset } = reply.headers;
    return { status: reply.status, said: { ...(deprecation && { deprecation }), ...(sunset && { sunset }) } };
  }

  it.each<[string, unknown, object]>([
    ['nothing', {}, NONE],
    ['what stays', { name: 'x', pair: undefined }, NONE],
    ['a field that goes', { title: 'x' }, OLD_HEADERS],
    ['one that was made optional before', { label: 'x' }, OLD_HEADERS],
    ['null', { nullable: null }, OLD_HEADERS],
    ['one with a default', { preset: 'x' }, OLD_HEADERS],
    ['one with a rule', { refined: 'x' }, OLD_HEADERS],
    ['one of an object', { one: { title: 'x' } }, OLD_HEADERS],
    ['an object without it', { one: {} }, NONE],
    ['one of the last element of an array', { list: [{}, {}, { title: 'x' }] }, OLD_HEADERS],
    ['an array without it', { list: [{}, {}] }, NONE],
    ['one of a line', { lines: [{ title: 'x' }] }, OLD_HEADERS],
    ['one of a line that is refused', { lines: [{ title: 1 }] }, OLD_HEADERS],
    ['one of a map', { map: { a: { title: 'x' } } }, OLD_HEADERS],
    ['one of a tuple', { pair: ['x', 'y'] }, OLD_HEADERS],
    ['one of the variant that has it', { either: { kind: 'a', title: 'x' } }, OLD_HEADERS],
    ['one of the variant that keeps it', { either: { kind: 'b', title: 'x' } }, NONE],
    ['one of two halves', { both: { title: 'x' } }, OLD_HEADERS],
    ['one deep in what holds itself', { nest: { inner: { inner: { title: 'x' } } } }, OLD_HEADERS],
    ['what holds itself, without it', { nest: { inner: { inner: {} } } }, NONE],
  ])('says so of %s', async (_case, input, said) => {
    expect(await headersOf('plants.grow', { json: input })).toEqual({ status: 200, said });
  });

  it('says so where the call is refused for another field', async () => {
    const json = { title: 'x', name: 7 };
    expect(await headersOf('plants.grow', { json })).toEqual({ status: 400, said: OLD_HEADERS });
  });

  it('says nothing of an input that cannot be read', async () => {
    expect(await headersOf('plants.grow', { title: 'x' })).toEqual({ status: 400, said: NONE });
    expect(await headersOf('plants.grow', { json: { title: 'x' }, meta: 7 })).toEqual({
      status: 400,
      said: NONE,
    });
  });

  it('says so of a procedure, whoever calls it', async () => {
    expect(await headersOf('plants.pull', {})).toEqual({ status: 200, said: OLDER_HEADERS });
    expect(await headersOf('plants.look', { json: {} })).toEqual({ status: 401, said: OLDER_HEADERS });
    expect(await headersOf('plants.look', { json: {} }, { role: 'doctor' })).toEqual({
      status: 200,
      said: OLDER_HEADERS,
    });
  });

  it('says the earliest of what concerns a call, and a batch', async () => {
    const doctor = { role: 'doctor' };
    const one = await headersOf('plants.look', { json: { title: 'x' } }, doctor);
    expect(one).toEqual({ status: 200, said: BOTH_HEADERS });
    const batch = await headersOf('plants.keep,plants.grow,plants.pull?batch=1', {
      1: { json: { title: 'x' } },
    });
    expect(batch).toEqual({ status: 200, said: BOTH_HEADERS });
    const none = await headersOf('plants.keep,plants.grow?batch=1', { 1: { json: { name: 'x' } } });
    expect(none).toEqual({ status: 200, said: NONE });
  });

  it('says so before an answer that is streamed', async () => {
    const streamed = { 'trpc-accept': 'application/jsonl' };
    const { said } = await headersOf('plants.grow?batch=1', { 0: { json: { title: 'x' } } }, streamed);
    expect(said).toEqual(OLD_HEADERS);
  });

  it('says nothing of a procedure that stays, or that is not there', async () => {
    expect(await headersOf('plants.keep', {})).toEqual({ status: 200, said: NONE });
    expect((await headersOf('plants.nothing', {})).said).toEqual(NONE);
  });
});

describe('deprecationOf', () => {
  it('finds what was said of a field, whatever was done to its schema since', () => {
    expect(deprecationOf(title)).toEqual(OLD);
    expect(deprecationOf(title.optional().nullable().default('x'))).toEqual(OLD);
    expect(deprecationOf(title.describe('A title.').trim())).toEqual(OLD);
    expect(deprecationOf(title.transform(Number))).toEqual(OLD);
  });

  it('leaves alone the schema that was marked, and any other', () => {
    expect(deprecatedField(plain, OLD)).not.toBe(plain);
    expect(deprecationOf(plain)).toBeUndefined();
    expect(deprecationOf(z.object({ title }))).toBeUndefined();
  });
});
