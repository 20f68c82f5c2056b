import { withoutIdentifiers } from '../../../../src/modules/chatbot/redaction/identifiers';
import { measureProcessorTime } from '../../../support/processor-time';

/** Parts of identifiers and similar texts, separated by `|`. */
const PARTS = [
  '1|12 |12 34 56 78 |07 |00|+|+2|+254 712 345 678 |0712345678 |0,|012,|1-|1.|1/|07/12/|2026-|12.03.|-|(|( ',
  'a|a@|a.|@|a@a.|a at |a at a dot |a@a dot |a [at] a [dot] ',
  'A1|AB|id |id:  |tel |tel: 1 |tel 0/|رقمي ',
  'http://|http://a?|a.a/|www.|www.a?b=|eyJ|a-a-',
  '\u200b|1\u200b| |\n',
  // Rows that a pattern could divide in many ways.
  'id-|id---|id----------------|insurance---------------|id-is-|جواز-|tel------------------1|tel                  ',
].flatMap((group) => group.split('|'));

describe('withoutIdentifiers', () => {
  it.each(PARTS)('takes less than 100 ms for 4,000 characters of %j', async (part) => {
    const text = part.repeat(Math.ceil(4_000 / part.length)).slice(0, 4_000);
    withoutIdentifiers(text);
    expect(await measureProcessorTime(() => withoutIdentifiers(text))).toBeLessThan(100);
  });
});
