import { join } from 'node:path';
import { type Judged, judged, messagesOf, scoreOf } from '../../bench/assistant/evaluate';
import { LOCALES } from '../../src/pages/locale';

const messages = ['danger-signs.jsonl', 'danger-signs.batches.jsonl'].flatMap(
  (file) => messagesOf(join(__dirname, '../assistant', file)) ?? [],
);

describe('the labelled messages', () => {
  let all: readonly Judged[];

  beforeAll(() => {
    all = judged(messages);
  });

  it.each(LOCALES)('in %s fire as often as they should and no oftener', (locale) => {
    const { emergencies, recall, precision } = scoreOf(
      all.filter(({ message }) => message.language === locale),
    );
    expect(emergencies).toBeGreaterThan(60);
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.9);
  });
});

describe('a score', () => {
  const judgement = (label: 'emergency' | 'routine', hasFired: boolean): Judged => ({
    message: { id: 'x', language: 'en', label, text: '' },
    hasFired,
    fired: '',
  });

  it('counts emergencies that fired of all, and of all that fired the emergencies', () => {
    const some = [
      judgement('emergency', true),
      judgement('emergency', true),
      judgement('emergency', false),
      judgement('routine', true),
      judgement('routine', false),
    ];
    expect(scoreOf(some)).toEqual({ emergencies: 3, others: 2, recall: 2 / 3, precision: 2 / 3 });
  });

  it('is no figure where there is nothing to count', () => {
    expect(scoreOf([])).toEqual({ emergencies: 0, others: 0, recall: null, precision: null });
  });
});
