import * as fc from 'fast-check';
import { findExceededLimit, scanForExceededLimit } from '../../../src/platform/http/json-limits';
import { measureProcessorTime } from '../../support/processor-time';

/** Texts with many quotes and backslashes. */
const escapedText = fc
  .array(fc.constantFrom('"', '\\', ',', ':', '[', '}', 'a', 'x'.repeat(70)), { maxLength: 200 })
  .map((parts) => parts.join(''));

/** Counts the values with a regular expression, which is slower. */
function countValues(json: string): number {
  return (json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/[,:]/g) ?? []).length + 1;
}

const FEW = { maxValues: 100, maxNames: 100 };

describe('the limits of JSON', () => {
  it('count the values outside of strings, whatever is in the strings', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(escapedText, escapedText), { maxLength: 20 }), (value) => {
        const json = JSON.stringify(value);
        const count = countValues(json);
        expect(findExceededLimit(json, { maxValues: count, maxNames: Infinity })).toBeUndefined();
        if (count > 1)
          expect(findExceededLimit(json, { maxValues: count - 1, maxNames: Infinity })).toBe(
            `the JSON has more than ${count - 1} values`,
          );
      }),
    );
  });

  it.each([
    ['white space', `${' '.repeat(1_000_000)}{}`],
    ['values', `[${'1,'.repeat(500_000)}1]`],
  ])('are checked in pieces for long JSON of %s', (_content, json) => {
    let pieces = 0;
    const steps = scanForExceededLimit(json, { maxValues: Infinity, maxNames: 1 });
    while (!steps.next().done) pieces += 1;
    expect(pieces).toBeGreaterThanOrEqual(50);
  });

  it('end with a string that has no end', () => {
    for (const json of ['"', '["a', '["a\\"', '["\\', '["\\\\\\'])
      expect(findExceededLimit(json, FEW)).toBeUndefined();
  });

  it('count the different names of fields', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(escapedText, fc.string()), { minLength: 1 }), (objects) => {
        const count = new Set(objects.flatMap(Object.keys)).size;
        const exceeded = (maxNames: number) =>
          findExceededLimit(JSON.stringify(objects), { maxValues: Infinity, maxNames });
        expect(exceeded(count)).toBeUndefined();
        if (count > 0)
          expect(exceeded(count - 1)).toBe(`the JSON has more than ${count - 1} different field names`);
      }),
    );
  });

  it('count names that differ after a thousand equal characters', () => {
    const names = Array.from({ length: 101 }, (_, index) => `"${'x'.repeat(1_000)}${index}":0`);
    expect(findExceededLimit(`{${names.join(',')}}`, { ...FEW, maxValues: Infinity })).toBe(
      'the JSON has more than 100 different field names',
    );
  });

  it.each([
    ['without escapes', 'a cough, '.repeat(110_000)],
    ['of quotes', '"'.repeat(500_000)],
    ['of backslashes', '\\'.repeat(500_000)],
    ['of quotes far apart', `"${'a'.repeat(100)}`.repeat(9_000)],
  ])('take less than 20 ms of processor time for a string of 1 MB %s', async (_case, text) => {
    const json = JSON.stringify({ text });
    const times = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      times.push(await measureProcessorTime(() => findExceededLimit(json, FEW)));
    expect(Math.min(...times)).toBeLessThan(20);
  });
});
