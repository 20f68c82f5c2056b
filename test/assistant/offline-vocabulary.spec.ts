import { readMessage } from '../../src/chatbot/assistant/offline/message-reader';
import french from '../../src/chatbot/assistant/offline/specialties.fr.json';
import {
  EMERGENCY_KINDS,
  type Language,
  LANGUAGES,
  VOCABULARIES,
} from '../../src/chatbot/assistant/offline/vocabulary';
import { SEEDED } from './offline-scenario';

const seededCodes = new Set(SEEDED.map(({ code }) => code));

/** A message that says exactly this phrase of a vocabulary. */
function example(phrase: string, language: Language): string {
  const spoken = phrase.split(' + ').map((part) => {
    const [first = ''] = part.startsWith('@') ? (VOCABULARIES[language].lists[part.slice(1)] ?? []) : [part];
    return first.replaceAll('~', '').replaceAll(' * ', ' x ');
  });
  return spoken.join('. ');
}

describe.each(LANGUAGES)('the vocabulary in %s', (language) => {
  const vocabulary = VOCABULARIES[language];

  it('knows at least 25 specialties, all of them seeded', () => {
    const codes = Object.keys(vocabulary.specialties);
    expect(codes.length).toBeGreaterThanOrEqual(25);
    expect(codes.filter((code) => !seededCodes.has(code))).toEqual([]);
  });

  it('recognises each of its emergency phrases, of which there are at least 25', () => {
    const phrases = EMERGENCY_KINDS.flatMap((kind) =>
      vocabulary.emergencies[kind].map((phrase) => ({ kind, phrase })),
    );
    expect(phrases.length).toBeGreaterThanOrEqual(25);
    const missed = phrases.filter(
      ({ kind, phrase }) =>
        !readMessage(`Help ${example(phrase, language)}`)[language].emergencies.includes(kind),
    );
    expect(missed).toEqual([]);
  });

  it('recognises each of its specialty phrases', () => {
    const missed = Object.entries(vocabulary.specialties).flatMap(([code, phrases]) =>
      Object.keys(phrases).filter((phrase) => {
        const { specialties } = readMessage(example(phrase, language))[language];
        return !specialties.some((found) => found.code === code);
      }),
    );
    expect(missed).toEqual([]);
  });

  it('says in which language each of its markers is', () => {
    const others = LANGUAGES.filter((other) => other !== language).flatMap(
      (other) => VOCABULARIES[other].marks,
    );
    expect(vocabulary.marks.filter((mark) => others.includes(mark))).toEqual([]);
  });
});

describe('the French names', () => {
  it('are there for each seeded specialty and no other', () => {
    expect(Object.keys(french).sort()).toEqual([...seededCodes].sort());
  });
});
