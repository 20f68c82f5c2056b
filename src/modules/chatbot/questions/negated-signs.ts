import type { Locale } from '../../../shared/locale';
import { COMMA, foldText } from '../../../shared/words';
import { NEGATIONS } from './questions';

/** Signs that facts are about and that people often say they do not have, folded. */
const SIGNS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en: signs('fever feverish hot temperature cough coughing diarrhoea diarrhea vomiting discharge bleeding'),
  fr: signs('fièvre fiévreux température chaud chaude toux diarrhée vomissement vomissements pertes'),
  pt: signs('febre febril temperatura quente tosse diarreia vómito vómitos corrimento'),
  sw: signs('homa joto moto kikohozi kuhara kuharisha kutapika'),
  ar: signs('حمى حرارة سخونة سخونية سعال كحة اسهال قيء افرازات'),
};

function signs(words: string): ReadonlySet<string> {
  return new Set(foldText(words).split(' '));
}

/** Returns the words of a message without the signs that it negates: "no fever" does not ask about fever. */
export function withoutNegatedSigns(words: readonly string[], language: Locale): readonly string[] {
  const negated = NEGATIONS[language].findNegated(words);
  return words.map((word, index) => (SIGNS[language].has(word) && negated[index] === true ? COMMA : word));
}
