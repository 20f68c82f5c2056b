import { HELD_OUT_FILES, LEARNED_FILES, readMessages } from '../../../bench/assistant/labelled-messages';
import { type AssessedMessage, assessAll, readingsOf, scoreOf } from '../../../bench/assistant/evaluate';
import { getClassifier } from '../../../src/modules/triage/classifier/classifier';
import { LinearReader } from '../../../src/modules/triage/classifier/linear-reader';
import { hashFeatures, readWords } from '../../../src/modules/triage/classifier/message-features';
import { meaningsOf } from '../../../src/modules/triage/classifier/word-meanings';
import { LOCALES } from '../../../src/shared/locale';
import { splitWords } from '../../../src/shared/words';
import { trainReader } from '../../../bench/assistant/train-reader';

const featuresOf = (text: string) => hashFeatures(readWords(splitWords(text)), false);

describe('the classifier', () => {
  it('learned from no held-out message', () => {
    const normalize = (text: string) => splitWords(text).join(' ');
    const known = new Set(
      LEARNED_FILES.flatMap((file) => readMessages(file)).map(({ text }) => normalize(text)),
    );
    const heldOut = HELD_OUT_FILES.flatMap((file) => readMessages(file));
    expect(heldOut.length).toBeGreaterThanOrEqual(300);
    expect(heldOut.filter(({ text }) => known.has(normalize(text))).map(({ id }) => id)).toEqual([]);
  });

  it('reads without case, accents and punctuation', () => {
    const { urgency } = getClassifier();
    const written = urgency.read(featuresOf('Ma MÈRE parle bizarrement, sa bouche est de travers !'));
    expect(urgency.read(featuresOf('ma mere parle bizarrement sa bouche est de travers'))).toEqual(written);
  });

  it('refuses weights of other classes, or too few of them', () => {
    const stored = { classes: ['a', 'b'], buckets: 2, biases: [0, 0], units: [1, 1], temperature: 1 };
    const weights = Buffer.from([1, 2, 3, 4]).toString('base64');
    expect(() => new LinearReader(['a', 'b'], { ...stored, weights })).not.toThrow();
    expect(() => new LinearReader(['a', 'c'], { ...stored, weights })).toThrow(TypeError);
    expect(() => new LinearReader(['a', 'b'], { ...stored, weights: 'AQID' })).toThrow(TypeError);
  });

  it('learns to tell classes apart, the same ones from the same examples', () => {
    const examples = Array.from({ length: 40 }, (_none, index) => ({
      features: featuresOf(index % 2 === 0 ? `she bleeds ${index}` : `he sings ${index}`),
      class: index % 2 === 0 ? ('ill' as const) : ('well' as const),
      weight: 1,
    }));
    const stored = trainReader(examples, ['ill', 'well'], { buckets: 2 ** 10 });
    expect(trainReader(examples, ['ill', 'well'], { buckets: 2 ** 10 })).toEqual(stored);
    const reader = new LinearReader(['ill', 'well'], stored);
    const [ill = 0] = reader.read(featuresOf('my aunt bleeds'));
    const [well = 1] = reader.read(featuresOf('my aunt sings'));
    expect(ill).toBeGreaterThan(0.7);
    expect(well).toBeLessThan(0.3);
  });
});

describe('words of the same meaning', () => {
  it.each([
    ['blood', ['bleeding', 'saigne', 'sangue', 'anatokwadamu', 'بينزف']],
    ['snake', ['cobra', 'vipere', 'serpente', 'nyoka', 'بالثعبان']],
    ['not', ['cannot', 'pas', 'nao', 'hakuna', 'مفيش']],
  ])('have the meaning "%s": %j', (meaning, words) => {
    for (const word of words) expect(meaningsOf(word)).toContain(meaning);
  });

  it('are few', () => {
    expect(meaningsOf('onions')).toEqual([]);
  });
});

describe('the learned messages', () => {
  let assessed: AssessedMessage[];
  beforeAll(() => {
    assessed = assessAll(
      LEARNED_FILES.flatMap((file) => readMessages(file)).filter((_message, index) => index % 8 === 0),
    );
  });

  it.each(LOCALES)('are read as they are labelled, in %s', (language) => {
    const { recall, missedAsRoutine, alarms, rightSign } = scoreOf(
      readingsOf(assessed, 'both').filter(({ message }) => message.language === language),
    );
    expect(recall).toBeGreaterThan(0.97);
    expect(missedAsRoutine).toBeLessThan(0.02);
    expect(rightSign).toBeGreaterThan(0.9);
    expect(alarms.mild).toBeLessThan(0.03);
    expect(alarms['near-miss']).toBeLessThan(0.05);
  });
});
