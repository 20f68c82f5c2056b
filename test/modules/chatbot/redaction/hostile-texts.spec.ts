import { withoutIdentifiers } from '../../../../src/modules/chatbot/redaction/identifiers';
import { measureProcessorTime } from '../../../support/processor-time';

describe('withoutIdentifiers', () => {
  it.each(
    [
      '1',
      '12 ',
      '12 34 56 78 ',
      '07 ',
      '00',
      '+',
      '+2',
      '+254 712 345 678 ',
      '0712345678 ',
      'a',
      'a@',
      'a.',
      '@',
      'a@a.',
      'A1',
      'AB',
      '(',
      '( ',
      '-',
      '1-',
      '1.',
      'id ',
      'id:  ',
      'tel ',
      'tel: 1 ',
      'رقمي ',
      'http://',
      'http://a?',
      'a.a/',
      'www.',
      'www.a?b=',
      '\u200b',
      '1\u200b',
      '2026-',
      '12.03.',
      '1/',
      'a at ',
      'a at a dot ',
      'a@a dot ',
      'a [at] a [dot] ',
      'tel 0/',
      '0,',
      '07/12/',
      '012,',
      'eyJ',
      'a-a-',
      ' ',
      '\n',
    ].map((part) => [part]),
  )('takes less than 100 ms for 4,000 characters of %j', async (part) => {
    const text = part.repeat(Math.ceil(4_000 / part.length)).slice(0, 4_000);
    withoutIdentifiers(text);
    expect(await measureProcessorTime(() => withoutIdentifiers(text))).toBeLessThan(100);
  });
});
