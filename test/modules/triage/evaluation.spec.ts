import { join } from 'node:path';
import {
  type ClassifiedMessage,
  classify,
  readMessages,
  scoreOf,
  SEEN_FILES,
} from '../../../bench/assistant/evaluate';
import { findDanger } from '../../../src/modules/triage/find-danger';
import { LOCALES } from '../../../src/shared/locale';

const messages = SEEN_FILES.slice(0, 2).flatMap(
  (file) => readMessages(join(__dirname, 'messages', file)) ?? [],
);

describe('the labelled messages', () => {
  let all: readonly ClassifiedMessage[];

  beforeAll(() => {
    all = classify(messages);
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

const development = readMessages(join(__dirname, 'messages', SEEN_FILES[0])) ?? [];

describe('emergencies among ordinary questions', () => {
  it.each([
    [
      'before it, with full stops',
      0.05,
      (three: string[], emergency: string) => [...three, emergency].join('. '),
    ],
    [
      'after it, with full stops',
      0.05,
      (three: string[], emergency: string) => [emergency, ...three].join('. '),
    ],
    ['before it, with commas', 0.1, (three: string[], emergency: string) => [...three, emergency].join(', ')],
    ['after it, with commas', 0.1, (three: string[], emergency: string) => [emergency, ...three].join(', ')],
    [
      'before it, with nothing in between',
      0.1,
      (three: string[], emergency: string) => [...three, emergency].join(' '),
    ],
    [
      'after it, with nothing in between',
      0.1,
      (three: string[], emergency: string) => [emergency, ...three].join(' '),
    ],
  ])('are recognised with three of them %s', (_where, mostMissed, together) => {
    const emergencies = development.filter(({ label }) => label === 'emergency');
    const missed = emergencies.filter(({ text, language }, place) => {
      const routine = development.filter((other) => other.language === language && other.label === 'routine');
      const three = [0, 3, 6].map((step) => routine[(place * 7 + step) % routine.length]?.text ?? '');
      return findDanger(together(three, text), []) === undefined;
    });
    expect(missed.map(({ text }) => text).slice(emergencies.length * mostMissed)).toEqual([]);
  });
});

describe('emergencies in a conversation', () => {
  /** Also in doubt: half of each, and a question about the past. */
  const emergencies = messages
    .filter(({ label }) => label === 'emergency')
    .slice(-150)
    .flatMap(({ text }) => [text, `${text.slice(0, text.length / 2)} was it dangerous back then?`]);

  it.each([
    'I am 7 months pregnant',
    'My baby is two weeks old',
    'My daughter is three',
    'I gave birth yesterday',
  ])('are recognised as they are alone, after "%s"', (before) => {
    const alone = emergencies.filter((text) => findDanger(text, []));
    expect(alone.filter((text) => !findDanger(text, [before]))).toEqual([]);
  });
});

describe('a score', () => {
  const judgement = (label: 'emergency' | 'routine', hasFired: boolean): ClassifiedMessage => ({
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
