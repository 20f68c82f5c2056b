import { assessMessage } from '../../../src/modules/triage/assess-message';
import { Phrase } from '../../../src/modules/triage/red-flags/phrase';
import {
  describePerson,
  findContexts,
  readRedFlagFile,
} from '../../../src/modules/triage/red-flags/red-flags';
import { CONTEXTS, DANGER_SIGNS } from '../../../src/modules/triage/signs/danger-sign';
import { LOCALES } from '../../../src/shared/locale';
import { splitWords } from '../../../src/shared/words';

const FLAGS = LOCALES.flatMap((language) =>
  DANGER_SIGNS.flatMap((sign) =>
    readRedFlagFile(language).signs[sign].map((flag) => ({ language, sign, ...flag })),
  ),
);

const occurs = (phrase: Phrase, words: readonly string[]) =>
  words.some((_word, start) => phrase.occursAt(words, start));

describe('the red-flag phrases', () => {
  it.each(FLAGS)(
    '$language $sign: "$phrase" is found in "$fires", an emergency',
    ({ sign, phrase, fires }) => {
      expect(occurs(new Phrase(phrase), splitWords(fires))).toBe(true);
      const { urgency, signs, source } = assessMessage(fires, []);
      expect({ urgency, source }).toEqual({ urgency: 'emergency', source: 'phrase' });
      expect(signs).toContain(sign);
    },
  );

  it.each(FLAGS)('$language $sign: "$not" is no emergency', ({ not }) => {
    expect(assessMessage(not, []).urgency).not.toBe('emergency');
  });
});

describe('the sentence for a person', () => {
  const SENTENCES = LOCALES.flatMap((language) =>
    CONTEXTS.map((context) => ({
      language,
      context,
      sentence: describePerson(new Set([context]), language),
    })),
  );

  it.each(SENTENCES)('$language: "$sentence" says $context, and is no emergency', ({ context, sentence }) => {
    expect([...findContexts(splitWords(sentence))]).toContain(context);
    expect(assessMessage(sentence, []).urgency).not.toBe('emergency');
  });
});
