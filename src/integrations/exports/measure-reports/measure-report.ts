import { addDays, type NamedPeriod } from '../../../shared/calendar';
import { countryName } from '../tables/country-name';
import { type Released, SUPPRESSED } from '../small-numbers/suppression';

const PROFILE = 'https://profiles.ihe.net/QRPH/mADX/StructureDefinition/mADX-MeasureReport';
const ICD_10 = 'http://hl7.org/fhir/sid/icd-10';
const MEASURE_POPULATION = 'http://terminology.hl7.org/CodeSystem/measure-population';
const IMPROVEMENT = 'http://terminology.hl7.org/CodeSystem/measure-improvement-notation';
const DATA_ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const COUNTRIES = 'urn:iso:std:iso:3166';

/** The cases of a pathology, by its ICD-10 code or, where it has none, its name. */
export interface ReportedPathology {
  readonly name: string;
  readonly icd10: string | null;
  readonly cases: Released;
}

/** The cases of one country in one period. */
export interface CountryReport {
  readonly period: NamedPeriod;
  readonly country: string;
  readonly total: Released;
  readonly pathologies: readonly ReportedPathology[];
}

interface Maker {
  /** This platform's address: what it names itself is named under it. */
  readonly origin: string;
  readonly now: Date;
}

/** A FHIR R4 MeasureReport after IHE's Mobile Aggregate Data Exchange (mADX), version 3.0.0. */
export type MeasureReport = ReturnType<typeof measureReport>;

/** A group for all cases, and one for each pathology. */
export function measureReport(
  { period, country, total, pathologies }: CountryReport,
  { origin, now }: Maker,
) {
  const lastDay = addDays(period.before, -1);
  const place = { reference: `#${country}`, type: 'Location', display: countryName(country) };
  const codes = `${origin}/CodeSystem/pathology`;
  return {
    resourceType: 'MeasureReport',
    id: reportId({ period, country }),
    meta: { profile: [PROFILE] },
    contained: [
      {
        resourceType: 'Location',
        id: country,
        identifier: [{ system: COUNTRIES, value: country }],
        name: countryName(country),
      },
    ],
    // A period that is not over, by the day in UTC, will have more cases.
    status: lastDay < now.toISOString().slice(0, 10) ? 'complete' : 'pending',
    type: 'summary',
    measure: `${origin}/Measure/cases-by-pathology`,
    subject: place,
    date: now.toISOString(),
    reporter: place,
    period: { start: period.from, end: lastDay },
    improvementNotation: { coding: [{ system: IMPROVEMENT, code: 'decrease' }] },
    group: [
      {
        code: {
          coding: [
            { system: `${origin}/CodeSystem/indicator`, code: 'cases', display: 'Cases of all pathologies' },
          ],
        },
        population: [population(total)],
      },
      ...pathologies.map(({ name, icd10, cases }) => ({
        code: {
          coding: [
            icd10 === null
              ? { system: codes, code: codeOf(name), display: name }
              : { system: ICD_10, code: icd10, display: name },
          ],
          text: name,
        },
        population: [population(cases)],
      })),
    ],
  };
}

/** The reports of several countries, as mADX sends several at once. */
export function reportBundle(reports: readonly MeasureReport[], { origin, now }: Maker) {
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now.toISOString(),
    entry: reports.map((resource) => ({ fullUrl: `${origin}/MeasureReport/${resource.id}`, resource })),
  };
}

/** The same for a period and country whenever it is made, so that a later report takes the place of an earlier one. */
function reportId({ period, country }: Pick<CountryReport, 'period' | 'country'>): string {
  return `cases-${period.name}-${country}`;
}

/** A number that is withheld is there and masked: it is neither 0 nor unknown to us. */
function population(cases: Released) {
  const code = { coding: [{ system: MEASURE_POPULATION, code: 'initial-population' }] };
  return cases === SUPPRESSED
    ? { code, _count: { extension: [{ url: DATA_ABSENT_REASON, valueCode: 'masked' }] } }
    : { code, count: cases };
}

/** FHIR's codes have no space at either end, and never two in a row. */
function codeOf(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}
