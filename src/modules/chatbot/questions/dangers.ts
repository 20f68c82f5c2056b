import type { Locale } from '../../../shared/locale';
import { splitWords } from '../../../shared/words';
import { PhraseMatcher } from './phrase-matcher';

/** Of dangers that no sign of the triage may have been found for. */
const DANGERS: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    'swallowed',
    'cough~ * blood',
    'blood in',
    'bleeding',
    'vomit~ * blood',
    'not feeding',
    'refuse~ * feed',
    'burn~ * skin',
  ],
  fr: [
    'avalé',
    'saign~',
    'crach~ * sang',
    'sang dans',
    'brûlure * peau',
    'brûlure avec',
    'ne veut plus * lait',
    'ne tète plus',
  ],
  pt: [
    'engoliu',
    'sangr~',
    'tosse * sangue',
    'sangue n~',
    'queimadura',
    'bebe pouco',
    'não quer mamar',
    'não mama',
  ],
  sw: [
    'natokwa damu',
    'anatokwa damu',
    'damu * choo',
    'kohoa damu',
    'nakohoa * damu',
    'hataki kunyonya',
    'ameungua',
  ],
  ar: ['ابتلع', 'بلع', 'نزيف', 'دم في', 'دم مع', 'حرق', 'لا يرضع'],
};
let dangers: PhraseMatcher | undefined;

function getDangers(): PhraseMatcher {
  return (dangers ??= new PhraseMatcher(Object.values(DANGERS).flat()));
}

/** Compiles the phrases before the first message. */
export function compileDangers(): void {
  getDangers();
}

/** Returns whether words of a message may describe a danger: a text for a question would be out of place. */
export function mayBeDanger(message: string): boolean {
  return findDangers(message).length > 0;
}

/** Returns the phrases of dangers in a text. */
export function findDangers(text: string): string[] {
  return [...getDangers().find(splitWords(text))];
}
