import { join } from 'node:path';
import { HELD_OUT_FILE, readMessages, DEVELOPMENT_FILES } from '../../../bench/assistant/evaluate';
import { trainWeights } from '../../../bench/assistant/train';
import { countrySchema } from '../../../src/shared/country';
import { findDanger } from '../../../src/modules/triage/find-danger';
import { composeAdvice } from '../../../src/modules/triage/advice/emergency-advice';
import { calculateLogOdds } from '../../../src/modules/triage/classifier/log-odds';
import weights from '../../../src/modules/triage/classifier/danger-weights.json';
import { normalizeWords } from '../../../src/modules/triage/classifier/message-features';

const readFile = (file: string) => readMessages(join(__dirname, 'messages', file)) ?? [];
const developmentMessages = DEVELOPMENT_FILES.flatMap(readFile);

describe('the danger classifier', () => {
  it('has the weights that training with all development messages gives', () => {
    const { messages, bias, unit, weights: trainedText } = trainWeights(developmentMessages);
    expect(messages).toBe(weights.messages);
    expect(bias.toFixed(6)).toBe(weights.bias.toFixed(6));
    expect(unit.toFixed(6)).toBe(weights.unit.toFixed(6));
    const [trained, stored] = [trainedText, weights.weights].map(
      (text) => new Int8Array(Buffer.from(text, 'base64')),
    );
    // Processors may round the last bit of an exponential differently.
    const maxDifference = (trained ?? new Int8Array()).reduce(
      (max, weight, bucket) => Math.max(max, Math.abs(weight - (stored?.[bucket] ?? 0))),
      0,
    );
    expect(maxDifference).toBeLessThanOrEqual(1);
  });

  it('was not trained with a held-out message', () => {
    const normalize = (text: string) => normalizeWords(text).join(' ');
    const known = new Set(developmentMessages.map(({ text }) => normalize(text)));
    const heldOut = readFile(HELD_OUT_FILE);
    expect(heldOut.length).toBeGreaterThanOrEqual(300);
    expect(heldOut.filter(({ text }) => known.has(normalize(text))).map(({ id }) => id)).toEqual([]);
  });

  it('returns zero for a message of few words', () => {
    expect([calculateLogOdds(''), calculateLogOdds('my wife is bleeding a lot help')]).toEqual([0, 0]);
  });

  it('does not depend on case, accents and punctuation', () => {
    const score = calculateLogOdds('Ma mère parle bizarrement depuis ce matin, sa bouche est de travers !');
    const folded = 'ma mere parle bizarrement depuis ce matin sa bouche est de travers';
    expect(calculateLogOdds(folded)).toBe(score);
    expect(score).not.toBe(0);
  });
});

describe('the advice for danger without a sign', () => {
  const kenya = countrySchema.parse('KE');
  const chad = countrySchema.parse('TD');

  it.each([
    ['en', kenya],
    ['fr', chad],
    ['pt', undefined],
    ['sw', kenya],
    ['ar', undefined],
  ] as const)('contains where to go but no first aid, in %s', (language, country) => {
    const advice = composeAdvice({ signs: [], language }, country);
    const withSign = composeAdvice({ signs: ['severePain'], language }, country);
    expect(advice.length).toBeGreaterThan(40);
    expect(advice.length).toBeLessThan(withSign.length);
    expect(advice).not.toContain('\n');
  });

  it('contains the number of the ambulance, but not of the police', () => {
    const withoutSign = composeAdvice({ signs: [], language: 'en' }, kenya);
    const withSign = composeAdvice({ signs: ['bleeding'], language: 'en' }, kenya);
    expect(withSign).toMatch(/\b999\b/);
    expect(withoutSign).toContain('1199');
    expect(withoutSign).not.toMatch(/\b999\b/);
  });
});

describe('rules and classifier together', () => {
  it('are right about 98 percent of the development messages', () => {
    const sample = developmentMessages.filter((_, index) => index % 8 === 0);
    const results = sample.map(({ text }) => findDanger(text, []) !== undefined);
    const wrong = sample.filter(({ label }, index) => results[index] !== (label === 'emergency'));
    expect(results.filter(Boolean).length).toBeGreaterThan(200);
    expect(wrong.length / sample.length).toBeLessThan(0.02);
  });

  it('keep a sign that depends on an earlier message, whatever the classifier returns', () => {
    const earlier = ['My baby is 5 days old'];
    const message = 'Can I still bring him to his vaccine appointment tomorrow, he has a fever';
    expect(calculateLogOdds(message)).toBeLessThan(-3);
    expect(findDanger(message, [])).toBeUndefined();
    expect(findDanger(message, earlier)?.signs).toEqual(['smallChild']);
  });
});
