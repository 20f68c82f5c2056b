import { isForSameDay } from './red-flags/same-day';
import type { ContextFree } from './signs/assessment';
import { DANGER_SIGNS, type DangerSign } from './signs/danger-sign';
import type { SaidRule } from './signs/said-signs';

/** Returns a lower urgency for a question about what has not happened, if only the weights see it and they see no sure sign. */
export function lowerQuestion(
  found: ContextFree,
  rules: ReadonlySet<SaidRule>,
  said: readonly string[],
): ContextFree {
  // "If he vomits it, do I repeat it?"
  if (found.isDoubtful && found.signs.length === 0 && rules.has('asksIf'))
    return { ...found, urgency: 'today', isDoubtful: false };
  // "How do I recognise fits? My child has none."
  if (found.urgency === 'today' && rules.has('asksInAdvance') && !isForSameDay(said))
    return { ...found, urgency: 'routine' };
  return found;
}

/** Returns a doubtful emergency without the first aid for an unconscious person if a message says that the person woke up. */
export function withoutPastFainting(found: ContextFree, rules: ReadonlySet<SaidRule>): ContextFree {
  if (!found.isDoubtful || !rules.has('wokeUp')) return found;
  return { ...found, signs: found.signs.filter((sign) => sign !== 'unconscious') };
}

/** What is an emergency by its words, because the weights do not know it in each language. */
const RAISING: readonly { readonly rules: readonly SaidRule[]; readonly sign: DangerSign }[] = [
  { rules: ['thinksOfOwnDeath'], sign: 'selfHarm' },
  { rules: ['unresponsiveWithDiabetes', 'faintedWithDiabetes'], sign: 'diabetes' },
];

/** Returns an emergency if somebody with diabetes does not answer, or asks who will miss the own person. */
export function raiseSaid(found: ContextFree, rules: ReadonlySet<SaidRule>): ContextFree {
  const raising = RAISING.find((one) => one.rules.some((rule) => rules.has(rule)));
  const isCertain = found.urgency === 'emergency' && !found.isDoubtful;
  const isAsked = rules.has('asksIf') && raising?.sign !== 'selfHarm';
  if (isCertain || !raising || isAsked) return found;
  const signs = DANGER_SIGNS.filter((sign) => sign === raising.sign || found.signs.includes(sign));
  return { ...found, urgency: 'emergency', signs, source: 'phrase', isDoubtful: false };
}
