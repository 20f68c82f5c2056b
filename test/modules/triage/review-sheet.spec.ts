import { assessAll } from '../../../bench/assistant/evaluate';
import {
  createReviewSheet,
  formatReviewCsv,
  formatReviewHtml,
  readMarks,
} from '../../../bench/assistant/review-sheet';
import { DANGER_SIGNS } from '../../../src/modules/triage/signs/danger-sign';

/** A phrase that the weights exclude. */
const DOUBTFUL = 'my dog was bitten by a snake <b>';

describe('the review sheet', () => {
  const rows = createReviewSheet(
    'en',
    assessAll([
      { id: 'a', language: 'en', label: 'near-miss', text: 'a snake bite, is it always deadly? snake bit' },
      { id: 'b', language: 'sw', label: 'mild', text: 'nina mafua' },
      { id: 'c', language: 'en', label: 'mild', text: DOUBTFUL },
    ]),
  );

  it('has each sign with a phrase, an example that fires, one that must not, and advice', () => {
    for (const sign of DANGER_SIGNS) {
      const own = rows.filter((row) => row.sign === sign);
      expect(own.map(({ kind }) => kind).slice(0, 3)).toEqual(['phrase', 'emergency', 'near-miss']);
      expect(own[0]?.advice).toMatch(/hospital/);
    }
  });

  it('has messages of its language on which phrases and weights disagree', () => {
    const doubtful = rows.filter(({ phrases }) => phrases !== '');
    expect(doubtful.map(({ kind, phrases }) => [kind, phrases])).toEqual([['near-miss', 'emergency']]);
  });

  it('is HTML without markup from its texts', () => {
    const [row] = rows;
    const page = formatReviewHtml('ar', row ? [{ ...row, text: DOUBTFUL }] : []);
    expect(page).toContain('dir="rtl"');
    expect(page).toContain('snake &lt;b&gt;');
  });

  it('gives its marks back as labelled messages, and names a mark that is no label', () => {
    const marked = rows.map((row, index) => ({ ...row, mark: index === 1 ? 'today' : '' }));
    expect(readMarks(formatReviewCsv(marked))).toEqual([
      { language: 'en', label: 'today', text: rows[1]?.text },
    ]);
    const wrong = rows.map((row) => ({ ...row, mark: 'urgent' }));
    expect(() => readMarks(formatReviewCsv(wrong))).toThrow(/mark/);
  });
});
