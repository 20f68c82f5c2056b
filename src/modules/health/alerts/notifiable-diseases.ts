import { endemicLevel } from './endemic-level';

/**
 * Diseases of which one recorded case is an alert, by ICD-10 code: those that WHO's Integrated Disease Surveillance and Response
 * has reported at once (Technical Guidelines, third edition, WHO Regional Office for Africa, 2019). Some are endemic in some
 * countries (cholera, mpox, rabies, anthrax, plague, Lassa fever): each case is told there too, but what is usual is not
 * urgent (`isUsual`). What is reported at once but common in many countries (dengue, chikungunya, bloody diarrhoea) is left
 * to the statistical methods.
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
  // Rabies in humans; to be exposed to it is another code.
  'A82.9',
  // Neonatal tetanus.
  'A33',
  // Mpox.
  'B04',
  // Guinea worm disease.
  'B72',
  // Influenza of an avian or new subtype.
  'J09',
];

/**
 * Diseases with a threshold of their own, in cases: measles (an outbreak is suspected from five cases of a district in a month)
 * and meningococcal meningitis (an epidemic is five cases in a week where fewer than 30,000 live).
 */
export const fewCasesCodes: readonly string[] = ['B05.9', 'A39.0'];

const FEW_CASES = 5;
/** The guidelines' other sign of an epidemic, where five cases are nothing unusual. */
const DOUBLING = 2;

/** Cases of a week that are an alert by a fixed rule, and what the country's own history has, where it tells. */
export interface FixedRule {
  readonly threshold: number;
  readonly expected: number | null;
}

/** What is known of a country's cases in a week, where a fixed rule is looked for. */
export interface KnownHistory {
  /** Cases in a week of late. */
  readonly usual: number;
  /** Cases by week, oldest first, until the weeks that are looked at. */
  readonly history: readonly (number | null)[];
}

/** The fixed rule for a code; undefined where there is none. */
export function fixedRule(icd10: string | null, { usual, history }: KnownHistory): FixedRule | undefined {
  if (icd10 === null) return undefined;
  if (oneCaseCodes.includes(icd10)) return { threshold: 1, expected: endemicLevel(history) };
  if (!fewCasesCodes.includes(icd10)) return undefined;
  const doubled = Math.ceil(DOUBLING * usual);
  return doubled > FEW_CASES
    ? { threshold: doubled, expected: usual }
    : { threshold: FEW_CASES, expected: null };
}
