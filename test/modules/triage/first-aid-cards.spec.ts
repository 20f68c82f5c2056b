import {
  CARD_PERSONS,
  composeCards,
  contextsOf,
  listSources,
} from '../../../src/modules/triage/advice/first-aid-cards';
import { composeAdvice, getFirstAidSentences } from '../../../src/modules/triage/advice/emergency-advice';
import file from '../../../src/modules/triage/advice/first-aid-steps.json';
import { DANGER_SIGNS } from '../../../src/modules/triage/signs/danger-sign';
import { addSignsOfPersons } from '../../../src/modules/triage/signs/signs-of-persons';
import { LOCALES } from '../../../src/shared/locale';

describe('the cards of first aid', () => {
  const cards = composeCards();

  it('are one for each danger sign, the most dangerous first', () => {
    expect(cards.map(({ topic }) => topic)).toEqual(DANGER_SIGNS);
  });

  it.each(LOCALES)('have the sentences of the advice for each danger and person, in %s', (language) => {
    const sentences = getFirstAidSentences(language);
    for (const { topic, variants } of cards)
      for (const { persons, steps } of variants)
        for (const person of persons) {
          const contexts = contextsOf(person);
          const signs = addSignsOfPersons([topic], contexts);
          const advice = composeAdvice({ signs, language, contexts }, undefined).split('\n');
          expect(steps.map((id) => sentences[id])).toEqual(advice.slice(1));
        }
  });

  it('have each person once, and no two variants with the same steps', () => {
    for (const { topic, variants } of cards) {
      const persons = variants.flatMap((variant) => variant.persons);
      expect(new Set(persons).size).toBe(persons.length);
      expect(new Set(variants.map(({ steps }) => steps.join())).size).toBe(variants.length);
      const isOfSomePersons = ['pregnancy', 'cordProlapse', 'breech', 'smallChild'].includes(topic);
      expect([topic, persons.length === CARD_PERSONS.length]).toEqual([topic, !isOfSomePersons]);
    }
  });

  it('differ by person where the first aid does', () => {
    const stepsOf = (topic: string, person: (typeof CARD_PERSONS)[number]) =>
      cards.find((card) => card.topic === topic)?.variants.find(({ persons }) => persons.includes(person))
        ?.steps;
    expect(stepsOf('choking', 'infant')).toEqual(['infantBlows', 'infantThrusts', 'nothingByMouth']);
    expect(stepsOf('choking', 'child')).toEqual(['backBlows', 'bellyThrusts', 'nothingByMouth']);
    expect(stepsOf('choking', 'pregnant')).toContain('chestThrusts');
    expect(stepsOf('bleeding', 'afterBirth')?.[0]).toBe('rubWomb');
    expect(stepsOf('bleeding', 'pregnant')).not.toContain('rubWomb');
  });

  it('have guideline and year of each step', () => {
    const sources = listSources(cards);
    const steps: Readonly<Record<string, { readonly source: string }>> = file.steps;
    for (const [id, source] of Object.entries(sources)) expect(source).toBe(steps[id]?.source);
    const shown = cards.flatMap(({ variants }) => variants.flatMap((variant) => variant.steps));
    expect(Object.keys(sources).sort()).toEqual([...new Set(shown)].sort());
  });
});
