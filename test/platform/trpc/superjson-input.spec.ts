import superjson, { SuperJSON, type SuperJSONResult } from 'superjson';
import { deserializeInput } from '../../../src/platform/trpc/superjson-input';

/** Returns an input as it arrives: what is no JSON is only in its annotations. */
function send(input: unknown): SuperJSONResult {
  const { json, meta } = superjson.serialize(input);
  return JSON.parse(JSON.stringify(meta ? { json, meta } : { json })) as SuperJSONResult;
}

function annotated(json: unknown, meta: unknown): SuperJSONResult {
  return JSON.parse(JSON.stringify({ json, meta })) as SuperJSONResult;
}

const SHARED = { day: new Date(0), list: [NaN, undefined], object: { text: 'I cough' } };

/** Returns how many annotations are read of an input with so many of a kind. */
function countReadAnnotations(count: number, annotation: unknown): number {
  const names = Array.from({ length: count }, (_none, index) => `a${index}`);
  let reads = 0;
  const values = new Proxy(Object.fromEntries(names.map((name) => [name, annotation])), {
    get: (target, name) => {
      reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const input = { json: { message: 'I cough' }, meta: { v: 1, values } } as unknown as SuperJSONResult;
  try {
    deserializeInput(input, { isBulk: true });
  } catch {
    // Refused.
  }
  return reads;
}

describe('the input of a superjson client', () => {
  it.each([
    ['text', 'I cough'],
    ['undefined', undefined],
    ['a date', new Date(0)],
    ['fields left out', { patientId: 'P-1', sex: undefined, ages: [1, undefined, 3] }],
    [
      'dates and numbers in lists',
      { days: [new Date(0), new Date(1)], counts: [Infinity, -Infinity, NaN, -0] },
    ],
    [
      'names with dots and backslashes',
      { 'a.b': { 'c\\d': undefined, '': new Date(0), '.': { '\\.': NaN } } },
    ],
    ['the length of a list', { list: { length: undefined } }],
    [
      'the same date, list and object in several places',
      { days: [SHARED.day, SHARED.day], SHARED, again: { ...SHARED, SHARED } },
    ],
    ['deep objects', { a: { b: { c: [{ d: { e: [{ f: undefined }] } }] } } }],
    [
      'a thousand records that leave ten fields out',
      Array.from({ length: 1_000 }, (_none, index) => ({
        patientId: `P-${index}`,
        ...Object.fromEntries(Array.from({ length: 10 }, (_field, field) => [`field${field}`, undefined])),
      })),
    ],
  ])('is the value that superjson makes of it: %s', (_name, input) => {
    expect(deserializeInput(send(input), { isBulk: true })).toStrictEqual(superjson.deserialize(send(input)));
    expect(deserializeInput(send(input), { isBulk: true })).toStrictEqual(input);
  });

  it('has the paths of superjson before its version 1', () => {
    const legacy = annotated({ 'a\\b': { 'c.d': null } }, { values: { 'a\\b.c\\.d': ['undefined'] } });
    expect(deserializeInput(legacy)).toStrictEqual({ 'a\\b': { 'c.d': undefined } });
  });

  it('is the same when it is read again', () => {
    const input = send({ day: new Date(0), list: [{ count: Infinity, other: undefined }] });
    const before = JSON.stringify(input);
    const first = deserializeInput(input);
    expect(deserializeInput(input)).toStrictEqual(first);
    expect(JSON.stringify(input)).toBe(before);
  });

  it.each([
    ['a missing field', { b: ['undefined'] }],
    ['a field of a text', { 'a.0': ['Date'] }],
    ['the length of a list', { 'list.length': ['undefined'] }],
    ['a far item', { 'list.4294967290': ['undefined'] }],
    ['what objects inherit', { 'constructor.prototype': ['Date'], '__proto__.x': ['undefined'] }],
  ])('ignores annotations of what it does not have: %s', (_name, values) => {
    const json = { a: 'text', list: [1] };
    expect(deserializeInput(annotated(json, { values, v: 1 }))).toStrictEqual(json);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ['a set', { values: { a: ['set'] } }],
    ['nested annotations', { values: ['undefined', { a: ['undefined'] }] }],
    ['no list', { values: { a: 'undefined' } }],
    ['a number', { values: 1 }],
    ['another field', { equalities: {} }],
    ['a list', [1]],
    ['a version as text', { v: '1' }],
    ['an escaped letter', { values: { 'a\\b': ['undefined'] }, v: 1 }],
    ['a path of too many fields', { values: { ['a.'.repeat(40)]: ['undefined'] } }],
  ])('is refused with meta that has %s', (_name, meta) => {
    expect(() => deserializeInput(annotated({ a: [1] }, meta))).toThrow('"meta" holds more than');
  });

  it('is refused at the first unknown annotation, before the others are read', () => {
    expect(countReadAnnotations(9_000, ['set'])).toBe(1);
    expect(countReadAnnotations(9_000, ['x', 'x', 'x', 'x'])).toBe(1);
  });

  it('is what it has at each path, whatever the equality of objects would make of it', () => {
    const meta = { referentialEqualities: { list: ['list.0', 'a', 'missing', 'b.c'] }, v: 1 };
    const json = { list: [1], a: 'text', b: null };
    expect(deserializeInput(annotated(json, meta))).toStrictEqual(json);
  });

  const dedupe = new SuperJSON({ dedupe: true });
  const withItself: Record<string, unknown> = { text: 'I cough' };
  withItself.same = withItself;
  const named = { 'a.b': SHARED.list, 'c\\d': SHARED.list };

  it.each<[string, SuperJSONResult]>([
    ['a list', dedupe.serialize({ first: SHARED.list, second: SHARED.list })],
    ['an item of a list', dedupe.serialize({ consultations: [SHARED.object, SHARED.object] })],
    ['a field whose name has a dot or a backslash', dedupe.serialize(named)],
    ['the input itself', superjson.serialize(withItself)],
    ['an object within itself', superjson.serialize({ patient: withItself })],
    ['the input itself and more', dedupe.serialize({ ...withItself, one: SHARED, other: SHARED })],
    [
      'an input without a version',
      { json: { a: [], b: null }, meta: { referentialEqualities: { a: ['b'] } } },
    ],
  ])('is refused if an object was left out that it has elsewhere: %s', (_name, input) => {
    const sent = JSON.parse(JSON.stringify(input)) as SuperJSONResult;
    expect(() => deserializeInput(sent)).toThrow('without the option "dedupe" of superjson');
  });

  it('is the same with and without the option "dedupe" if it has no object twice', () => {
    const input = { day: SHARED.day, list: SHARED.list, none: null };
    const sent = JSON.parse(JSON.stringify(dedupe.serialize(input))) as SuperJSONResult;
    expect(deserializeInput(sent)).toStrictEqual(input);
  });

  it('is refused with more equalities than annotations', () => {
    const read = (count: number, isBulk: boolean) => {
      const paths = Array.from({ length: count }, (_none, index) => `a.b.${index % 10}`);
      return deserializeInput(annotated({ a: { b: [1] } }, { referentialEqualities: { a: paths }, v: 1 }), {
        isBulk,
      });
    };
    expect(read(100, false)).toEqual({ a: { b: [1] } });
    expect(() => read(101, false)).toThrow('the input is nested too deeply, or its "meta" holds more');
    expect(read(10_000, true)).toEqual({ a: { b: [1] } });
    expect(() => read(10_001, true)).toThrow('or its "meta" holds more');
  });

  it('is not read if it has too many annotations', () => {
    expect(countReadAnnotations(10_001, ['undefined'])).toBe(0);
  });

  it('has each annotation read once', () => {
    expect(countReadAnnotations(10_000, ['undefined'])).toBe(10_000);
  });
});
