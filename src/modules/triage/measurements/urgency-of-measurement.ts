import type { Urgency } from '../../../shared/urgency';
import type { Context } from '../signs/danger-sign';
import type { Measurement } from './measurement';

/** Blood pressures in mmHg: from one of the two on, it is so high. WHO: HEARTS, 2020; recommendations on pre-eclampsia, 2018. */
const PRESSURES = {
  /** In pregnancy and the six weeks after it. */
  severeInPregnancy: [160, 110],
  highInPregnancy: [140, 90],
  severe: [180, 110],
} as const;

const LOW_PRESSURE = 90;

/** Blood sugars in mmol/L. WHO: HEARTS-D, 2020. */
const LOW_SUGAR = 3.9;
const HIGH_SUGAR = 11.1;
const VERY_HIGH_SUGAR = 16.7;

/** Returns whether a value is neither high enough nor low enough to be a danger by itself for this person. */
export function isUsual(measured: Measurement, contexts: ReadonlySet<Context>): boolean {
  if (measured.kind === 'bloodSugar') return measured.value >= LOW_SUGAR && measured.value < VERY_HIGH_SUGAR;
  const [upper, lower] = contexts.size === 0 ? PRESSURES.severe : PRESSURES.highInPregnancy;
  return measured.upper >= LOW_PRESSURE && measured.upper < upper && measured.lower < lower;
}

/** Returns whether a value is a blood sugar so high that sugar would harm, whatever the person has. */
export function isHighSugar(measured: Measurement): boolean {
  return measured.kind === 'bloodSugar' && measured.value >= HIGH_SUGAR;
}

/** Returns the least urgency of a message that names a measured value. */
export function urgencyOfMeasurement(measured: Measurement, contexts: ReadonlySet<Context>): Urgency {
  if (measured.kind === 'bloodSugar') return isUsual(measured, contexts) ? 'routine' : 'today';
  const { upper, lower } = measured;
  const isFrom = ([least, leastLower]: readonly [number, number]) => upper >= least || lower >= leastLower;
  if (contexts.has('pregnant') || contexts.has('afterBirth')) {
    if (isFrom(PRESSURES.severeInPregnancy)) return 'emergency';
    return isFrom(PRESSURES.highInPregnancy) ? 'today' : 'routine';
  }
  return isFrom(PRESSURES.severe) ? 'today' : 'routine';
}
