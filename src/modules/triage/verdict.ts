import type { Urgency } from '../../shared/urgency';
import { isHigher } from './signs/assessment';
import type { DangerSign } from './signs/danger-sign';

/** A language model's own reading of a message. */
export interface Verdict {
  readonly urgency: Urgency;
  /** Whether the model is sure of the urgency. */
  readonly isSure: boolean;
  readonly signs: readonly DangerSign[];
}

/**
 * Returns the higher urgency of triage and of a model; a wish to die that the model sees is an emergency. Only an emergency that
 * triage doubts is lowered, where the model is sure.
 */
export function joinUrgencies(
  { urgency, isDoubtful }: { readonly urgency: Urgency; readonly isDoubtful: boolean },
  verdict: Verdict,
): Urgency {
  if (verdict.signs.includes('selfHarm')) return 'emergency';
  const isLowered = isDoubtful && verdict.isSure;
  return isLowered || isHigher(verdict.urgency, urgency) ? verdict.urgency : urgency;
}
