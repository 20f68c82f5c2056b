import fc from 'fast-check';
import * as frozen from '../../migrations/functions/keys-with-signs';
import { nameKey, spellingKey } from '../../src/shared/name-key';

describe.each([
  ['a name', nameKey],
  ['a name in the migration', frozen.nameKey],
])('the key of %s', (_whose, keyOf) => {
  it.each([
    ['.5 mg', '0.5mg'],
    [',5 mg', '0.5mg'],
    ['Zolprin .25 mg', 'zolprin0.25mg'],
    ['Zolprin (.25 mg)', 'zolprin0.25mg'],
    ['Hb <.5', 'hb<0.5'],
    ['Range .1-.5', 'range0.1-0.5'],
    ['Range 0.1–0.5', 'range0.1-0.5'],
    ['Fever ...5 days', 'fever5days'],
    ['Fever, 5 days', 'fever5days'],
    ['No.5', 'no5'],
  ])('has a decimal mark if a number begins with it: %j', (name, key) => {
    expect(keyOf(name)).toBe(key);
  });

  it('is neither 15 nor 1.5 nor 10.5 with spaces around the mark, which may be of a list or a sentence', () => {
    for (const name of ['1 . 5', '1 , 5', '1. 5', '1, 5', '1 .5', '1 ,5', '1..5', '1.. 5'])
      expect([name, keyOf(name)]).toEqual([name, '1,5']);
    expect(keyOf('10 , 000')).toBe('10,000');
    expect(keyOf('1,5')).toBe('1.5');
    expect(keyOf('10,000')).toBe('10000');
  });

  it('takes linear time for spaces and marks', () => {
    const start = process.cpuUsage();
    for (const part of [' ', '.', '. ', '1 ', '< ', '1. ', '< -'])
      for (const end of ['', '1', 'x']) keyOf(`1<${part.repeat(50_000)}${end}`);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(3_000);
  });
});

/** What the patterns of the keys look for, and what they must not find. */
const PARTS = [
  ...['a', 'É', 'e\u0301', 'œ', 'ß', 'İ', 'م', 'A00.1', 'TPM+', 'HIV-', '(+)', '\uE000', '\uE008', '\u0301'],
  ...['0', '1', '15', '000', '1,000', '٣', '½', '²', ' ', '\u00a0', '\u200b', '.', ',', '٫', ';', ')', '('],
  ...['+', '-', '−', '–', '‐', '―', '/', '⁄', '<', '>', '≤', '≥', '=', '<='],
];

// When the keys change, a migration with functions of its own takes the place of these.
it('the keys of the migration are those of the release, for 4,000 names', () => {
  const names = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PARTS) }, fc.string({ unit: 'grapheme' })),
  );
  fc.assert(
    fc.property(names, (parts) => {
      const name = parts.join('');
      expect([frozen.nameKey(name), frozen.spellingKey(name)]).toEqual([nameKey(name), spellingKey(name)]);
    }),
    { numRuns: 4_000 },
  );
});

describe('the earlier key of a name', () => {
  it('has no sign of a number', () => {
    for (const keyOf of [spellingKey, frozen.spellingKey])
      expect(['.5 mg', '1 . 5', '<\uE008 200'].map(keyOf)).toEqual(['5mg', '15', '200']);
  });
});
