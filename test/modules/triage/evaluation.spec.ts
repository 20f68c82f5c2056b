import { join } from 'node:path';
import {
  type ClassifiedMessage,
  classify,
  readMessages,
  scoreOf,
  DEVELOPMENT_FILES,
} from '../../../bench/assistant/evaluate';
import { findDanger } from '../../../src/modules/triage/find-danger';
import { LOCALES } from '../../../src/shared/locale';

const messages = DEVELOPMENT_FILES.slice(0, 2).flatMap(
  (file) => readMessages(join(__dirname, 'messages', file)) ?? [],
);

describe('the rules and the classifier', () => {
  let all: readonly ClassifiedMessage[];

  beforeAll(() => {
    all = classify(messages);
  });

  it.each(LOCALES)('reach recall 0.95 and precision 0.9 on the development messages, in %s', (locale) => {
    const { emergencies, recall, precision } = scoreOf(
      all.filter(({ message }) => message.language === locale),
    );
    expect(emergencies).toBeGreaterThan(60);
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.9);
  });
});

const development = readMessages(join(__dirname, 'messages', DEVELOPMENT_FILES[0])) ?? [];

describe('an emergency among three routine questions', () => {
  it.each([
    ['last', 'full stops', '. ', 0.05],
    ['first', 'full stops', '. ', 0.05],
    ['last', 'commas', ', ', 0.1],
    ['first', 'commas', ', ', 0.1],
    ['last', 'spaces only', ' ', 0.1],
    ['first', 'spaces only', ' ', 0.1],
  ])('is found %s, with %s', (...[position, , separator, maxMissedShare]) => {
    const emergencies = development.filter(({ label }) => label === 'emergency');
    const missed = emergencies.filter(({ text, language }, index) => {
      const routine = development.filter((other) => other.language === language && other.label === 'routine');
      const three = [0, 3, 6].map((step) => routine[(index * 7 + step) % routine.length]?.text ?? '');
      const all = position === 'first' ? [text, ...three] : [...three, text];
      return findDanger(all.join(separator), []) === undefined;
    });
    expect(missed.map(({ text }) => text).slice(emergencies.length * maxMissedShare)).toEqual([]);
  });
});

describe('an emergency in a conversation', () => {
  /** Each one, and as a doubtful case its first half with a question about the past. */
  const emergencies = messages
    .filter(({ label }) => label === 'emergency')
    .slice(-150)
    .flatMap(({ text }) => [text, `${text.slice(0, text.length / 2)} was it dangerous back then?`]);

  it.each([
    'I am 7 months pregnant',
    'My baby is two weeks old',
    'My daughter is three',
    'I gave birth yesterday',
  ])('is found after "%s" if it is found alone', (earlierMessage) => {
    const foundAlone = emergencies.filter((text) => findDanger(text, []));
    expect(foundAlone.filter((text) => !findDanger(text, [earlierMessage]))).toEqual([]);
  });
});

describe('scoreOf', () => {
  const createResult = (label: 'emergency' | 'routine', hasDanger: boolean): ClassifiedMessage => ({
    message: { id: 'x', language: 'en', label, text: '' },
    hasDanger,
    signs: '',
  });

  it('returns recall and precision', () => {
    const emergencies = [true, true, false].map((hasDanger) => createResult('emergency', hasDanger));
    const others = [true, false].map((hasDanger) => createResult('routine', hasDanger));
    expect(scoreOf([...emergencies, ...others])).toEqual({
      emergencies: 3,
      others: 2,
      recall: 2 / 3,
      precision: 2 / 3,
    });
  });

  it('returns null for recall and precision if there are no messages', () => {
    expect(scoreOf([])).toEqual({ emergencies: 0, others: 0, recall: null, precision: null });
  });
});
