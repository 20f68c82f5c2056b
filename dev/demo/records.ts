import type { CountryCode } from '../../src/shared/country';
import type { SaleOfCountry } from '../../src/modules/health/medications/sale-row';
import { closenessToPeak, DAY_MS, listDays, type Day } from './calendar';
import { countries, type DemoCountry } from './countries';
import { drawOccurrences, intensityIn, type Intensity, type Pattern } from './intensity';
import { medications } from './medications';
import { outbreaks, pathologies } from './pathologies';
import { createRandom, drawInteger, type Random } from './random';

/** A synthetic consultation. */
export interface DemoConsultation {
  readonly country: CountryCode;
  readonly pathologyName: string;
  readonly patientId: string;
  readonly consultedAt: Date;
}

/** The amount of synthetic data. The same input always gives the same records. */
export interface DemoAmount {
  readonly now: Date;
  /** Approximate number of records. */
  readonly total: number;
}

const HOUR_MS = DAY_MS / 24;

/** Yields about `total` consultations of the three years before `now`, oldest day first. */
export function* demoConsultations({ now, total }: DemoAmount): Generator<DemoConsultation> {
  const random = createRandom(20_180_407);
  const patients = patientsByCountry(total);
  const days = listDays(now);
  const distribution = { patterns: pathologies, countries, days, total, intensityOf: caseIntensity };
  for (const { pattern, country, day } of drawOccurrences(distribution, random)) {
    const { first, count } = patients.get(country.code) ?? { first: 1, count: 1 };
    const patientId = `DEMO-${String(first + drawInteger(random, count)).padStart(6, '0')}`;
    const consultedAt = drawOpeningTime(random, country, day);
    if (consultedAt <= now)
      yield { country: country.code, pathologyName: pattern.name, patientId, consultedAt };
  }
}

/** Yields about `total` sales of the three years before `now`, oldest day first. */
export function* demoSales({ now, total }: DemoAmount): Generator<SaleOfCountry> {
  const random = createRandom(19_770_721);
  const days = listDays(now);
  const distribution = { patterns: medications, countries, days, total, intensityOf: intensityIn };
  for (const { pattern, country, day } of drawOccurrences(distribution, random)) {
    const units = Math.max(1, Math.round(pattern.units * (0.4 + 1.2 * random())));
    const soldAt = drawOpeningTime(random, country, day);
    if (soldAt <= now) yield { country: country.code, medicationName: pattern.name, units, soldAt };
  }
}

/** Returns the intensity of a pathology in a country, with its outbreaks there. */
function caseIntensity(pathology: Pattern, country: DemoCountry): Intensity {
  const usual = intensityIn(pathology, country);
  const countryOutbreaks = outbreaks.filter(
    (outbreak) => outbreak.pathology === pathology.name && outbreak.country === country.code,
  );
  return (day) => {
    let factor = 1;
    for (const { season, seasonsAgo, factor: outbreakFactor } of countryOutbreaks)
      factor += outbreakFactor * closenessToPeak(season, seasonsAgo, day);
    return factor * usual(day);
  };
}

/** Gives each country a range of patient numbers: about one patient for three consultations. */
function patientsByCountry(consultations: number): Map<string, { first: number; count: number }> {
  const shares = countries.reduce((sum, { share }) => sum + share, 0);
  const patients = new Map<string, { first: number; count: number }>();
  let first = 1;
  for (const { code, share } of countries) {
    const count = Math.ceil((consultations / 3) * (share / shares));
    patients.set(code, { first, count });
    first += count;
  }
  return patients;
}

/** Draws a minute from 07:00 to 18:00 in the country's time. */
function drawOpeningTime(random: Random, { utcOffsetHours }: DemoCountry, { start }: Day): Date {
  const minutes = drawInteger(random, 11 * 60);
  return new Date(start + (7 - utcOffsetHours) * HOUR_MS + minutes * 60_000);
}
