/**
 * Diseases of which one recorded case is an alert, by ICD-10 code: those that WHO's Integrated Disease Surveillance and Response
 * has reported at once (Technical Guidelines, third edition, WHO Regional Office for Africa, 2019) and that are nowhere
 * taken as usual. What is reported at once but common in many countries (dengue, chikungunya, bloody diarrhoea) is left to
 * the statistical methods.
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

/**
 * How many cases in a week are an alert by a fixed rule; undefined where there is no such rule for the code.
 * @param usual cases in a week of late
 */
export function notifiableFrom(icd10: string | null, usual: number): number | undefined {
  if (icd10 === null) return undefined;
  if (oneCaseCodes.includes(icd10)) return 1;
  return fewCasesCodes.includes(icd10) ? Math.max(FEW_CASES, Math.ceil(DOUBLING * usual)) : undefined;
}
