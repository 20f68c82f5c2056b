import { addDays, type NamedPeriod } from '../../../shared/period';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { getCountryName } from '../../../shared/country-name';
import { type PublishedCount, SUPPRESSED } from '../small-numbers/suppression';

const PROFILE = 'https://profiles.ihe.net/QRPH/mADX/StructureDefinition/mADX-MeasureReport';
const ICD_10 = 'http://hl7.org/fhir/sid/icd-10';
const MEASURE_POPULATION = 'http://terminology.hl7.org/CodeSystem/measure-population';
const IMPROVEMENT_NOTATION = 'http://terminology.hl7.org/CodeSystem/measure-improvement-notation';
const DATA_ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const COUNTRY_CODES = 'urn:iso:std:iso:3166';

/** The cases of a pathology, which is identified by its ICD-10 code or, without one, by its name. */
export interface ReportedPathology {
  readonly name: string;
  readonly icd10: string | null;
  readonly cases: PublishedCount;
}

/** The cases of one country in one period. */
export interface CountryReport {
  readonly period: NamedPeriod;
  readonly country: string;
  readonly total: PublishedCount;
  readonly pathologies: readonly ReportedPathology[];
}

interface ReportContext {
  /** This platform's address, with which the identifiers that it assigns begin. */
  readonly origin: string;
  readonly now: Date;
}

/** A FHIR R4 MeasureReport of IHE's profile Mobile Aggregate Data Exchange (mADX), version 3.0.0. */
export type MeasureReport = Awaited<ReturnType<typeof buildMeasureReport>>;

/** The bundle in which mADX sends several reports, which are built one at a time. */
export interface ReportBundle {
  readonly bundle: ReturnType<typeof describeBundle>;
  readonly entries: AsyncIterable<{ readonly fullUrl: string; readonly resource: MeasureReport }>;
}

/** Builds a report with one group for all cases and one for each pathology, in turns of the caller. */
export async function buildMeasureReport(
  { period, country, total, pathologies }: CountryReport,
  { origin, now }: ReportContext,
) {
  const lastDay = addDays(period.before, -1);
  const name = getCountryName(country);
  const location = { reference: `#${country}`, type: 'Location', display: name };
  const pathologySystem = `${origin}/CodeSystem/pathology`;
  return {
    resourceType: 'MeasureReport',
    id: buildReportId({ period, country }),
    meta: { profile: [PROFILE] },
    contained: [
      {
        resourceType: 'Location',
        id: country,
        identifier: [{ system: COUNTRY_CODES, value: country }],
        name,
      },
    ],
    // Until the period ends (in UTC), cases are added.
    status: lastDay < now.toISOString().slice(0, 10) ? 'complete' : 'pending',
    type: 'summary',
    measure: `${origin}/Measure/cases-by-pathology`,
    subject: location,
    date: now.toISOString(),
    reporter: location,
    period: { start: period.from, end: lastDay },
    improvementNotation: { coding: [{ system: IMPROVEMENT_NOTATION, code: 'decrease' }] },
    group: [
      {
        code: {
          coding: [
            { system: `${origin}/CodeSystem/indicator`, code: 'cases', display: 'Cases of all pathologies' },
          ],
        },
        population: [buildPopulation(total)],
      },
      ...(await mapInTurns(pathologies, ({ name: pathology, icd10, cases }) => ({
        code: {
          coding: [
            icd10 === null
              ? { system: pathologySystem, code: toFhirCode(pathology), display: pathology }
              : { system: ICD_10, code: icd10, display: pathology },
          ],
          text: pathology,
        },
        population: [buildPopulation(cases)],
      }))),
    ],
  };
}

/** Builds the bundle in which mADX sends several reports. */
export function buildBundle(reports: AsyncIterable<MeasureReport>, context: ReportContext): ReportBundle {
  return { bundle: describeBundle(context), entries: listEntries(reports, context) };
}

function describeBundle({ now }: ReportContext) {
  return { resourceType: 'Bundle', type: 'collection', timestamp: now.toISOString() };
}

async function* listEntries(reports: AsyncIterable<MeasureReport>, { origin }: ReportContext) {
  for await (const resource of reports) yield { fullUrl: `${origin}/MeasureReport/${resource.id}`, resource };
}

/** Builds the id of a country's report of a period. It is stable, so that a later report replaces an earlier one. */
function buildReportId({ period, country }: Pick<CountryReport, 'period' | 'country'>): string {
  return `cases-${period.name}-${country}`;
}

/** Builds a group's population. A suppressed count is masked: it is neither 0 nor unknown. */
function buildPopulation(cases: PublishedCount) {
  const code = { coding: [{ system: MEASURE_POPULATION, code: 'initial-population' }] };
  return cases === SUPPRESSED
    ? { code, _count: { extension: [{ url: DATA_ABSENT_REASON, valueCode: 'masked' }] } }
    : { code, count: cases };
}

/** Removes leading, trailing and repeated spaces, which FHIR does not allow in a code. */
function toFhirCode(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}
