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

/** Returns whether a model sees an emergency: a wish to die is one, whatever its urgency. */
export function seesEmergency({ urgency, signs }: Verdict): boolean {
  return urgency === 'emergency' || signs.includes('selfHarm');
}

/**
 * Returns the higher urgency of triage and of a model. Only an emergency that triage doubts is lowered, where the model is sure.
 */
export function joinUrgencies(
  { urgency, isDoubtful }: { readonly urgency: Urgency; readonly isDoubtful: boolean },
  verdict: Verdict,
): Urgency {
  if (seesEmergency(verdict)) return 'emergency';
  const isLowered = isDoubtful && verdict.isSure;
  return isLowered || isHigher(verdict.urgency, urgency) ? verdict.urgency : urgency;
}
