import { join } from 'node:path';
import { HELD_OUT_FILE, readMessages, SEEN_FILES } from '../../../bench/assistant/evaluate';
import { trainWeights } from '../../../bench/assistant/train';
import { countrySchema } from '../../../src/shared/country';
import { findDanger } from '../../../src/modules/triage/find-danger';
import { composeEmergencyAdvice } from '../../../src/modules/triage/advice/emergency-advice';
import { calculateLogOdds } from '../../../src/modules/triage/classifier/log-odds';
import weights from '../../../src/modules/triage/classifier/danger-weights.json';
import { splitNormalizedWords } from '../../../src/modules/triage/classifier/message-features';

const messagesIn = (file: string) => readMessages(join(__dirname, 'messages', file)) ?? [];
const seen = SEEN_FILES.flatMap(messagesIn);

describe('the evidence of a whole message', () => {
  it('is what the labelled messages teach, all of them', () => {
    const { messages, bias, unit, weights: learned } = trainWeights(seen);
    expect(messages).toBe(weights.messages);
    expect([bias, unit].map((value) => value.toFixed(6))).toEqual(
      [weights.bias, weights.unit].map((value) => value.toFixed(6)),
    );
    const [now, before] = [learned, weights.weights].map(
      (text) => new Int8Array(Buffer.from(text, 'base64')),
    );
    // Processors may round the last bit of an exponential in two ways.
    const furthest = (now ?? new Int8Array()).reduce(
      (most, weight, kind) => Math.max(most, Math.abs(weight - (before?.[kind] ?? 0))),
      0,
    );
    expect(furthest).toBeLessThanOrEqual(1);
  });

  it('was learned from no message that is held out', () => {
    const plain = (text: string) => splitNormalizedWords(text).join(' ');
    const known = new Set(seen.map(({ text }) => plain(text)));
    const heldOut = messagesIn(HELD_OUT_FILE);
    expect(heldOut.length).toBeGreaterThanOrEqual(300);
    expect(heldOut.filter(({ text }) => known.has(plain(text))).map(({ id }) => id)).toEqual([]);
  });

  it('is none for a message of few words', () => {
    expect([calculateLogOdds(''), calculateLogOdds('my wife is bleeding a lot help')]).toEqual([0, 0]);
  });

  it('does not depend on case, accents and punctuation', () => {
    const one = calculateLogOdds('Ma mère parle bizarrement depuis ce matin, sa bouche est de travers !');
    expect(calculateLogOdds('ma mere parle bizarrement depuis ce matin sa bouche est de travers')).toBe(one);
    expect(one).not.toBe(0);
  });
});

describe('danger of which no sign is named', () => {
  const kenya = countrySchema.parse('KE');
  const chad = countrySchema.parse('TD');

  it.each([
    ['en', kenya],
    ['fr', chad],
    ['pt', undefined],
    ['sw', kenya],
    ['ar', undefined],
  ] as const)('is told where to go and no first aid, in %s', (language, country) => {
    const advice = composeEmergencyAdvice({ signs: [], language }, country);
    const named = composeEmergencyAdvice({ signs: ['severePain'], language }, country);
    expect(advice.length).toBeGreaterThan(40);
    expect(advice.length).toBeLessThan(named.length);
    expect(advice).not.toContain('\n');
  });

  it('names the ambulance, and nobody who would hear of a wish to die', () => {
    const [unnamed, named] = [[], ['bleeding' as const]].map((signs) =>
      composeEmergencyAdvice({ signs, language: 'en' }, kenya),
    );
    expect(named).toMatch(/\b999\b/);
    expect(unnamed).toContain('1199');
    expect(unnamed).not.toMatch(/\b999\b/);
  });
});

describe('rules and evidence together', () => {
  it('are right about nearly all messages that they were made with', () => {
    const some = seen.filter((_, place) => place % 8 === 0);
    const fired = some.map(({ text }) => findDanger(text, []) !== undefined);
    const wrong = some.filter(({ label }, place) => fired[place] !== (label === 'emergency'));
    expect(fired.filter(Boolean).length).toBeGreaterThan(200);
    expect(wrong.length / some.length).toBeLessThan(0.02);
  });

  it('leave what only earlier messages explain to the rules', () => {
    const earlier = ['My baby is 5 days old'];
    const message = 'Can I still bring him to his vaccine appointment tomorrow, he has a fever';
    expect(calculateLogOdds(message)).toBeLessThan(-3);
    expect([findDanger(message, []), findDanger(message, earlier)?.signs]).toEqual([undefined, ['smallChild']]);
  });
});
