import { foldText } from '../../../../shared/words';
import type { Sentence } from './sentences';

type GroupSentence = Extract<Sentence, `notFor${string}`>;

/**
 * How messages name a person of a group, and how texts do, both folded and in any language: “son” is French for his, and “bebe”
 * Portuguese for drinks.
 */
const GROUPS: readonly {
  readonly sentence: GroupSentence;
  readonly isNamed: RegExp;
  readonly isCovered: RegExp;
}[] = [
  {
    sentence: 'notForPregnancy',
    // To become pregnant, or to prevent it, is another subject.
    isNamed:
      /(?<!\b(?:get|gets|getting|got|become|be|fall|avoid|prevent|tomber|tombe|etre|evitar|ficar|pata|kupata|kuzuia|kushika|nitapata) )\b(?:pregnan|enceinte|grossesse|gravid|mimba|mjamzito|wajawazito|ujauzito)|(?<!منع )(?<!ال)حامل|(?<!منع )(?:ال)حمل/u,
    isCovered:
      /pregnan|enceinte|grossesse|gravid|gestante|mimba|mjamzito|wajawazito|ujauzito|حامل|حوامل|حمل/u,
  },
  {
    sentence: 'notForBreastfeeding',
    isNamed: /breast ?feed|j.allaite|qui allaite|allaitante|amament|nanyonyesha|ananyonyesha|ارضع|مرضع/u,
    isCovered: /breast|allait|au sein|amament|mamar|nyonyesh|رضاع|رضع/u,
  },
  {
    sentence: 'notForChild',
    // To have a child, or to want one, is another subject.
    isNamed:
      /(?<!\b(?:have|has|having|get|want|make|conceive|avoir|faire|veux|voulons|ter|fazer|quero|queremos|pata|kupata|kuzaa|tupate|nipate)(?: (?:a|an|another|our|un|une|um|uma|healthy))? )\b(?:baby|child|daughter|toddler|infant|newborn|pikin|enfant|fils|fille|nourrisson|filho|filha|crianca|mtoto|mwanangu)\b|\b(?:my|our|her|his|your|their) son\b|\b(?:mon|notre|le|un|ce|du|au|meu|nosso|o|um|do|ao) bebe\b|\b(?:[1-9]|1[0-4])[ -]?(?:yr|years?|months?)[ -]old\b|\b(?:[1-9]|1[0-4]) (?:anos|meses) de idade\b|\bmiaka (?:[1-9]|1[0-4])\b|(?<!(?:انجاب|ننجب|نخلف|انجب|اخلف|ينجب|تنجب) )طفل|ابني|ابنتي|بنتي|رضيع/u,
    isCovered:
      /\bbab|child|\byour son\b|infant|newborn|girl|boy|enfant|\b(?:le|un|du|au|de|votre|o|um|do|ao|seu) bebe\b|bebes\b|nourrisson|fille|garcon|crianca|filh|menin|mtoto|watoto|toto|طفل|اطفال|رضيع|مولود|رضع/u,
  },
];

/** Returns whether a message names a person of a group. */
export function namesGroup(message: string, group: GroupSentence): boolean {
  return GROUPS.some(({ sentence, isNamed }) => sentence === group && isNamed.test(foldText(message)));
}

/** Returns whether a text is about a group of persons of whom a message has no word: its "belle" may be a stomach. */
export function isForOtherGroup(message: string, name: string): boolean {
  const [written, known] = [foldText(message), foldText(name)];
  return GROUPS.some(
    ({ isNamed, isCovered }) => isCovered.test(known) && !isNamed.test(written) && !isCovered.test(written),
  );
}

/** Returns the sentences on the groups of persons that a message names and the texts say nothing about. */
export function findUncoveredGroups(message: string, texts: string): GroupSentence[] {
  const [written, known] = [foldText(message), foldText(texts)];
  return GROUPS.filter(({ isNamed, isCovered }) => isNamed.test(written) && !isCovered.test(known)).map(
    ({ sentence }) => sentence,
  );
}
