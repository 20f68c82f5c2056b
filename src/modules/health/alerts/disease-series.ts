import type { WeeklyCounts } from '../../consultations';
import { fewCasesCodes } from './notifiable-diseases';

/**
 * A disease that surveillance counts over several codes: which of them a health worker records depends on tests, severity and
 * habit, so that an outbreak is spread over them.
 */
export interface DiseaseSeries {
  readonly name: string;
  /** ICD-10 categories and codes. */
  readonly codes: readonly string[];
  /** The codes that the catalogue has of them. History is read by code. */
  readonly catalogue: readonly string[];
  /** The one whose rules apply to the sum. */
  readonly rulesOf: string;
}

/**
 * The case definitions of WHO's Integrated Disease Surveillance and Response (Technical Guidelines, third edition, WHO Regional
 * Office for Africa, 2019) that cover several codes. No disease of which one case is an alert is among them.
 */
export const DISEASE_SERIES: readonly DiseaseSeries[] = [
  {
    name: 'Suspected meningitis',
    codes: ['A39', 'G00', 'G01', 'G02', 'G03'],
    catalogue: ['A39.0', 'A39.4', 'G00.1', 'G00.9', 'G03.9'],
    rulesOf: 'G03.9',
  },
  {
    name: 'Malaria, all forms',
    codes: ['B50', 'B51', 'B52', 'B53', 'B54'],
    catalogue: ['B50.0', 'B50.8', 'B50.9', 'B51.9', 'B52.9', 'B53.0', 'B54'],
    rulesOf: 'B54',
  },
  {
    name: 'Bloody diarrhoea',
    codes: ['A03', 'A06.0', 'A09.0'],
    catalogue: ['A03.9', 'A06.0', 'A09.0'],
    rulesOf: 'A03.9',
  },
  {
    name: 'Typhoid and paratyphoid fever',
    codes: ['A01'],
    catalogue: ['A01.0', 'A01.4'],
    rulesOf: 'A01.0',
  },
];

/** Returns whether a code of a series has a limit of its own, which its sum has not: few cases are an alert. */
export function hasOwnLimit(icd10: string | null): boolean {
  return icd10 !== null && fewCasesCodes.includes(icd10) && findSeries(icd10) !== undefined;
}

/** Cases of a disease in one country: of one pathology, or of all members of a series. */
export interface DiseaseCounts extends WeeklyCounts {
  /** The code whose rules apply; null if the pathology is not in the catalogue. */
  readonly rulesOf: string | null;
  /** The same for all weeks and readings of one country. */
  readonly key: string;
  /** Set if several pathologies are counted together. */
  readonly series?: { readonly name: string; readonly members: readonly WeeklyCounts[] };
}

/** Returns the series that a code belongs to. */
export function findSeries(icd10: string | null): DiseaseSeries | undefined {
  if (icd10 === null) return undefined;
  const [category = ''] = icd10.split('.');
  return DISEASE_SERIES.find(({ codes }) => codes.includes(icd10) || codes.includes(category));
}

/** Returns the English name of what an alert is on. Whether one pathology of a series has cases, or several, it is the same. */
export function diseaseOf({
  pathology,
  icd10,
}: {
  readonly pathology: string;
  readonly icd10: string | null;
}): string {
  return findSeries(icd10)?.name ?? pathology;
}

/**
 * Adds up the counts of pathologies that are one series. The sum has the name and code of the member with most cases.
 * @param counts of one country
 */
export function joinPathologies(counts: readonly WeeklyCounts[]): DiseaseCounts[] {
  const groups = new Map<string, [WeeklyCounts, ...WeeklyCounts[]]>();
  for (const each of counts) {
    const key = findSeries(each.icd10)?.name ?? `pathology ${each.pathologyKey}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups].map(([key, [first, ...others]]) => {
    const series = findSeries(first.icd10);
    const rulesOf = series?.rulesOf ?? first.icd10;
    if (!series || others.length === 0) return { ...first, rulesOf, key };
    const members = [first, ...others].sort(
      (one, other) =>
        sumOf(other.counts) - sumOf(one.counts) || one.pathology.localeCompare(other.pathology, 'en'),
    );
    const [most = first] = members;
    const sums = first.counts.map((_, week) => sumOf(members.map((member) => member.counts[week] ?? 0)));
    return { ...most, counts: sums, rulesOf, key, series: { name: series.name, members } };
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
