import type { Alert } from './alert';
import { computeEndemicLevel } from './endemic-level';

/**
 * ICD-10 codes of diseases of which one case is an alert: those for immediate reporting in WHO's Integrated Disease
 * Surveillance and Response (Technical Guidelines, third edition, WHO Regional Office for Africa, 2019). Where one of them is
 * endemic (cholera, mpox, rabies, anthrax, plague, Lassa fever), each case is an alert too, but not urgent (`isUsual`).
 * Diseases that are common in many countries (dengue, chikungunya, bloody diarrhoea) are left to the statistical methods.
 */
export const oneCaseCodes: readonly string[] = [
  // Viral haemorrhagic fevers: Rift Valley, Lassa, Crimean-Congo, Marburg, Ebola, and any other.
  'A92.4',
  'A96.2',
  'A98.0',
  'A98.3',
  'A98.4',
  'A99',
  // Yellow fever.
  'A95.9',
  // Plague: bubonic, pneumonic, any other.
  'A20.0',
  'A20.2',
  'A20.9',
  // Anthrax, cholera, acute poliomyelitis.
  'A22.9',
  'A00.9',
  'A80.9',
  // Rabies in humans; exposure to rabies has another code.
  'A82.9',
  // Neonatal tetanus.
  'A33',
  // Mpox.
  'B04',
  // Guinea worm disease.
  'B72',
  // Influenza of an avian or new subtype.
  'J09',
  // Diphtheria, Zika virus disease, severe dengue.
  'A36.9',
  'A92.5',
  'A97.2',
  // Methanol poisoning, for which the guidelines have no threshold: others drank the same.
  'T51.1',
];

/**
 * ICD-10 codes of diseases of which five cases are an alert: measles (a suspected outbreak is five cases of a district in a
 * month) and meningococcal meningitis (an epidemic is five cases in a week in a population under 30,000).
 */
export const fewCasesCodes: readonly string[] = ['B05.9', 'A39.0'];

const FEW_CASES = 5;
/** The guidelines' sign of an epidemic where five cases are usual: twice the usual cases. */
const DOUBLING = 2;

interface FixedRule {
  /** Minimum number of cases in a week for an alert. */
  readonly threshold: number;
  /** Usual cases in the country; null if unknown. */
  readonly expected: number | null;
}

interface KnownHistory {
  /** Cases per week in recent weeks. */
  readonly usual: number;
  /** Cases by week, oldest first, before the evaluated weeks. */
  readonly history: readonly (number | null)[];
}

/** Returns the fixed rule for a code; undefined if there is none. */
export function findFixedRule(icd10: string | null, { usual, history }: KnownHistory): FixedRule | undefined {
  if (icd10 === null) return undefined;
  if (oneCaseCodes.includes(icd10)) return { threshold: 1, expected: computeEndemicLevel(history) };
  if (!fewCasesCodes.includes(icd10)) return undefined;
  const doubled = Math.ceil(DOUBLING * usual);
  return doubled > FEW_CASES
    ? { threshold: doubled, expected: usual }
    : { threshold: FEW_CASES, expected: null };
}

/** Returns whether one case of the alert's disease is enough for an alert. */
export function isSingleCase({ rule, icd10 }: Pick<Alert, 'rule' | 'icd10'>): boolean {
  return rule === 'notifiable' && icd10 !== null && oneCaseCodes.includes(icd10);
}
