import { LOCALES } from '../../../src/shared/locale';
import { findDanger } from '../../../src/modules/triage/find-danger';
import { loadSignRules } from '../../../src/modules/triage/signs/sign-rules';
import { CONTEXTS, DANGER_SIGNS } from '../../../src/modules/triage/signs/danger-sign';
import { foldText } from '../../../src/shared/words';

const SINGLE_WORD_FIELDS = [
  'marks',
  'harmless',
  'negations',
  'bareNegations',
  'negatedThrough',
  'negatedThroughUnlessBare',
  'alternatives',
  'negatedAfterThrough',
] as const;

describe.each(LOCALES)('the rules in %s', (locale) => {
  const rules = loadSignRules(locale);

  it('compile without error and have sources', () => {
    expect(() => findDanger('hello', [])).not.toThrow();
    expect(rules.sources.length).toBeGreaterThan(0);
  });

  it('have a rule for every sign and a phrase for every context', () => {
    expect(DANGER_SIGNS.filter((sign) => rules.signs[sign].length === 0)).toEqual([]);
    expect(CONTEXTS.filter((context) => rules.contexts[context].length === 0)).toEqual([]);
  });

  it('contain only folded single words in fields for words', () => {
    const words = [...SINGLE_WORD_FIELDS.flatMap((name) => rules[name]), ...rules.mild.before];
    expect(words.filter((word) => word !== foldText(word) || /\s/.test(word))).toEqual([]);
    const keys = [...Object.keys(rules.spellings), ...Object.keys(rules.numbers)];
    expect(keys.filter((key) => key !== foldText(key) || /\s/.test(key))).toEqual([]);
  });

  it('list every bare negation as a negation too', () => {
    expect(rules.bareNegations.filter((word) => !rules.negations.includes(word))).toEqual([]);
  });
});
