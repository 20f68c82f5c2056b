import * as fc from 'fast-check';

/** Texts that break parsers, storage, logs or pages. None of them looks like an internal of the platform. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u2028\u2029',
  '\u202e\u0645\u0644\u0627\u0631\u064a\u0627',
  'e\u0301\u0327\u0301\u0301',
  '👩🏽‍⚕️',
  'İıſK',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%',
  '%E0%A4%A',
  '../../../../etc/passwd',
  '..%2f..%2f',
  "' OR 1=1 --",
  '$1',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  '{{7*7}}${7*7}',
  'a\r\nSet-Cookie: x=y',
  'NaN',
  'null',
  '0x10',
  '1e400',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13',
  '019A9F6E-7C1E-7B52-9F0E-0D6D1C9B8A13',
  'urn:uuid:019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13',
  '2026-02-30T00:00:00Z',
  '2026-03-14T24:00:00Z',
  '2026-03-14T09:30:60Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-W53',
  '2026-Q5',
  '2026-13',
  'icd10:B54',
  'icd11:1F40',
  'icd10:',
  'KEN',
  'ZZ',
  '*',
  'ke',
  'my chest hurts badly and I cannot breathe',
  'x'.repeat(501),
  'م'.repeat(4_000),
  '\u0e01\u0e33'.repeat(2_000),
  '((('.repeat(1_000),
];

const NUMBERS = [
  -0,
  -1,
  0.1,
  5e-324,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  Number.MAX_SAFE_INTEGER,
  10_000,
  999,
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);

/** Any JSON value, hostile ones more often. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], { then: 1 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 60 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 5, noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

interface Property {
  readonly owner: object;
  readonly key: string;
}

/** Lists the properties and array items at every depth. */
function listProperties(json: unknown): Property[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]: [string, unknown]) => [
    { owner: json, key },
    ...listProperties(value),
  ]);
}

/** A valid value with some properties replaced, removed, or copied from elsewhere in it. */
export function mutationOf(valid: unknown): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.constantFrom('replace', 'replace', 'remove', 'copy'), hostileValue);
  const changes = fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
  );
  return changes.map((changed) => {
    const copy: unknown = structuredClone(valid);
    for (const [position, kind, value] of changed) {
      const properties = listProperties(copy);
      const property = properties[position % properties.length];
      if (!property) return value;
      const { owner, key } = property;
      const source = properties[(position * 7 + 3) % properties.length];
      if (kind === 'remove') Reflect.deleteProperty(owner, key);
      else if (kind === 'copy' && source)
        Reflect.set(owner, key, structuredClone(Reflect.get(source.owner, source.key)));
      else Reflect.set(owner, key, structuredClone(value));
    }
    return copy;
  });
}
