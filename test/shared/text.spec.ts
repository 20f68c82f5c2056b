import { catalogueName, identifyingText, singleLine, text, trimEndOf } from '../../src/shared/text';
import { measureProcessorTime } from '../support/processor-time';

describe.each<[string, typeof text]>([
  ['text', text],
  ['singleLine', singleLine],
  ['identifyingText', (_minimum, maximum) => identifyingText(maximum)],
])('%s', (_name, schemaOf) => {
  it('runs no further check if the text is too long', () => {
    const check = jest.fn(() => true);
    const schema = schemaOf(1, 10).refine(check);
    const { error } = schema.safeParse('12345678901');
    expect(error?.issues.map(({ message }) => message)).toEqual(['expected at most 10 characters']);
    expect(check).not.toHaveBeenCalled();
    expect(schema.parse(' 1234567890 ')).toBe('1234567890');
    expect(check).toHaveBeenCalledTimes(1);
  });
});

describe('catalogueName', () => {
  it.each(['Paludisme', 'می\u200cخواهم', 'حمى\u200f'])('takes %j', (name) => {
    expect(catalogueName().parse(name)).toBe(name);
  });

  it.each([
    ['\u200b', 'must have a visible character'],
    ['\u3164', /^must not contain characters that show nothing .it has U.3164/],
    ['Malaria\ufe0f', /^must not contain characters that show nothing .it has U.FE0F/],
    ['Malaria \u202eairalaM', /^must not contain characters that change the order/],
    ['\u2067Malaria', /^must not contain characters that change the order/],
  ])('refuses %j', (name, message) => {
    const messages = catalogueName()
      .safeParse(name)
      .error?.issues.map((issue) => issue.message);
    expect(messages).toEqual([expect.stringMatching(message)]);
  });
});

describe('trimEndOf', () => {
  it.each([
    ['example.org/a?).', 'example.org/a'],
    ['.?', ''],
    ['', ''],
    ['a.b', 'a.b'],
  ])('removes the characters at the end of %j only', (whole, expected) => {
    expect(trimEndOf(whole, '.?)')).toBe(expected);
  });

  it('takes less than 2 s of processor time for 200,000 characters before another one', async () => {
    const cost = await measureProcessorTime(() => trimEndOf(`${'.'.repeat(200_000)}x`, '.'));
    expect(cost).toBeLessThan(2_000);
  });
});
