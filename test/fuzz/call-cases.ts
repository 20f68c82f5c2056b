import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { contracts } from '../../src/app-router';
import { BASE_PATH } from '../../src/platform/trpc/transport/target';
import { type ContractedProcedure, proceduresOf } from '../../src/platform/contract/procedures';
import { CALLERS, type CallerName, type HeaderLine, type RequestCase, sessionOf } from './fuzz-case';
import { hostileHeaders } from './header-cases';
import { hostileText, hostileValue, mutationOf } from './hostile-values';
import { valuesOfInput } from './schema-values';

/** Valid inputs by procedure. */
export type ExampleInputs = ReadonlyMap<string, readonly unknown[]>;

interface Call {
  readonly path: string;
  readonly kind: ContractedProcedure['contract']['kind'];
  readonly input: unknown;
}

/** How a request is written; the calls come from elsewhere. */
interface Envelope {
  /** Null for the documented one of the first call. */
  readonly method: string | null;
  readonly isWrapped: boolean;
  readonly place: 'body' | 'query' | 'both' | 'none';
  readonly isBatch: boolean;
  readonly stream: readonly HeaderLine[];
  readonly meta: unknown;
  readonly damage: readonly [number, string] | null;
  readonly contentType: string;
  readonly encoding: string | null;
  readonly extraHeaders: readonly HeaderLine[];
  readonly hasIdempotencyKey: string | null;
}

const COMPRESSIONS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body),
  deflate: (body) => deflateSync(body),
};

/** Administrators may call everything, and reach the most code. */
export const anyCaller: fc.Arbitrary<CallerName> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<CallerName>('admin') },
  { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
);

const rarely = <Value>(weight: number, usual: Value, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

const annotation = fc.constantFrom(
  'Date',
  'undefined',
  'number',
  'bigint',
  'regexp',
  'set',
  'map',
  'Error',
  'URL',
  '',
);
const metaPath = fc.constantFrom(
  '',
  'message',
  'year',
  '__proto__.x',
  'constructor.prototype',
  'a.b.c',
  '\\',
  'consultations.0',
);
const meta: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    values: fc.dictionary(metaPath, fc.array(annotation, { maxLength: 2 }), { noNullPrototype: true }),
  }),
  fc.record({ values: fc.array(annotation, { maxLength: 2 }), v: fc.constantFrom(1, 2, 'x') }),
  fc.record({ referentialEqualities: hostileValue }),
  hostileValue,
);

/** Brackets that never close take a parser long, and few bytes if they are compressed. */
const insertedText = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom('['.repeat(300_000), '{"a":'.repeat(100_000), ','.repeat(300_000)),
  },
);

const envelope: fc.Arbitrary<Envelope> = fc.record({
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.constantFrom('POST', 'GET') },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH') },
  ),
  isWrapped: fc.boolean(),
  place: fc.constantFrom('body', 'body', 'body', 'body', 'body', 'query', 'query', 'both', 'none'),
  isBatch: rarely(8, false, fc.constant(true)),
  stream: rarely<readonly HeaderLine[]>(
    5,
    [],
    fc.constantFrom([['trpc-accept', 'application/jsonl']], [['accept', 'text/event-stream']]),
  ),
  meta: rarely<unknown>(12, undefined, meta),
  damage: rarely<readonly [number, string] | null>(15, null, fc.tuple(fc.nat(), insertedText)),
  contentType: rarely(
    25,
    'application/json',
    fc.constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=x',
      'APPLICATION/JSON',
    ),
  ),
  encoding: rarely<string | null>(
    12,
    null,
    fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'zstd', 'gzip, gzip'),
  ),
  extraHeaders: rarely<readonly HeaderLine[]>(12, [], hostileHeaders),
  hasIdempotencyKey: rarely<string | null>(6, null, fc.oneof(fc.uuid({ version: 4 }), hostileText)),
});

/** Calls of every procedure, in every envelope. */
export function callCases(examples: ExampleInputs): fc.Arbitrary<RequestCase> {
  const procedures = proceduresOf(contracts);
  const anyCall = fc.oneof(...procedures.map((procedure) => callsOf(procedure, examples)));
  const calls = fc.oneof(
    { weight: 8, arbitrary: fc.array(anyCall, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(anyCall, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: anyCall.map((call) => Array.from({ length: 51 }, () => call)) },
  );
  return fc.tuple(calls, envelope, anyCaller).map(([sent, written, caller]) => toCase(sent, written, caller));
}

/** Subscriptions, as browsers and tRPC clients send them. */
export function subscriptionCases(examples: ExampleInputs): fc.Arbitrary<RequestCase> {
  const subscriptions = proceduresOf(contracts).filter(({ contract }) => contract.kind === 'subscription');
  const call = fc.oneof(...subscriptions.map((procedure) => callsOf(procedure, examples)));
  const lastEventId = rarely<readonly HeaderLine[]>(
    2,
    [],
    hostileText.map((value) => [['Last-Event-ID', value]]),
  );
  return fc
    .tuple(call, lastEventId, anyCaller, hostileHeaders)
    .map(([{ path, input }, headers, caller, others]) => ({
      area: `${path} as a stream`,
      caller,
      method: 'GET',
      target: `${BASE_PATH}/${path}?input=${encode(JSON.stringify({ json: input }))}`,
      headers: [...sessionOf(caller), ['Accept', 'text/event-stream'], ...headers, ...others],
    }));
}

function callsOf({ path, contract }: ContractedProcedure, examples: ExampleInputs): fc.Arbitrary<Call> {
  const valid = examples.get(path) ?? [];
  const input = fc.oneof(
    { weight: 4, arbitrary: valuesOfInput(contract) },
    ...valid.map((example) => ({ weight: 4, arbitrary: mutationOf(example) })),
    { weight: 1, arbitrary: hostileValue },
  );
  return input.map((value) => ({ path, kind: contract.kind, input: value }));
}

function toCase(sent: readonly Call[], written: Envelope, caller: CallerName): RequestCase {
  const isBatch = written.isBatch || sent.length > 1;
  const { body, query } = writeInput(sent, { ...written, isBatch });
  const names = sent.map(({ path }) => path).join(',');
  const parameters = [
    ...(isBatch ? ['batch=1'] : []),
    ...(query === undefined ? [] : [`input=${encode(query)}`]),
  ];
  return {
    area: isBatch ? 'a batch' : names,
    caller,
    method: written.method ?? (sent[0]?.kind === 'mutation' ? 'POST' : 'GET'),
    target: [`${BASE_PATH}/${names}`, ...(parameters.length > 0 ? [parameters.join('&')] : [])].join('?'),
    headers: [
      ...sessionOf(caller),
      ...(body && written.contentType !== '' ? [['Content-Type', written.contentType] as const] : []),
      ...(body && written.encoding !== null ? [['Content-Encoding', written.encoding] as const] : []),
      ...(written.hasIdempotencyKey === null
        ? []
        : [['Idempotency-Key', written.hasIdempotencyKey] as const]),
      ...written.stream,
      ...written.extraHeaders,
    ],
    ...(body && { body }),
  };
}

function writeInput(
  sent: readonly Call[],
  { place, isBatch, isWrapped, meta: annotations, damage, encoding }: Envelope,
): { body?: Buffer; query?: string } {
  const inputs = sent.map(({ input }) => ({
    json: input,
    ...(annotations !== undefined && { meta: annotations }),
  }));
  const json = JSON.stringify(isBatch || isWrapped ? Object.fromEntries(inputs.entries()) : inputs[0]);
  const text = damage ? damageText(json, damage) : json;
  const plain = Buffer.from(text);
  const body = encoding === null ? plain : (COMPRESSIONS[encoding]?.(plain) ?? plain);
  if (place === 'none') return {};
  return {
    ...(place !== 'query' && { body }),
    ...(place !== 'body' && { query: text }),
  };
}

/** Cuts a text, and puts something else where it was cut. */
function damageText(text: string, [position, inserted]: readonly [number, string]): string {
  const start = position % (text.length + 1);
  const end = position % 3 === 0 ? text.length : start + (position % 5);
  return text.slice(0, start) + inserted + text.slice(end);
}

/** Encodes a parameter of a query. Lone surrogates become what browsers send for them. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
