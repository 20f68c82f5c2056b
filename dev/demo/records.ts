import type { CountryCode } from '../../src/shared/country';
import type { MedicationSaleLine } from '../../src/modules/health/medications/medication-sales.service';
import { closenessOnce, DAY_MS, daysUpTo, type Day } from './calendar';
import { countries, type DemoCountry } from './countries';
import { intensity, occurrences, type Intensity, type Pattern } from './intensity';
import { medicines } from './medicines';
import { outbreaks, pathologies } from './pathologies';
import { below, seededRandom, type Random } from './random';

/** An invented consultation. */
export interface DemoConsultation {
  readonly country: CountryCode;
  readonly pathologyName: string;
  readonly patientId: string;
  readonly consultedAt: Date;
}

/** How much to invent, and until when. The same gives the same, to the last patient. */
export interface Wanted {
  readonly now: Date;
  /** Roughly; chance decides. */
  readonly total: number;
}

const HOUR_MS = DAY_MS / 24;

/** About `total` consultations of three years up to `now`, oldest day first. */
export function* demoConsultations({ now, total }: Wanted): Generator<DemoConsultation> {
  const random = seededRandom(20_180_407);
  const patients = patientsByCountry(total);
  const scope = { patterns: pathologies, countries, days: daysUpTo(now), total, intensityOf: casesOf };
  for (const { pattern, country, day } of occurrences(scope, random)) {
    const { first, count } = patients.get(country.code) ?? { first: 1, count: 1 };
    const patientId = `DEMO-${String(first + below(random, count)).padStart(6, '0')}`;
    const consultedAt = duringOpeningHours(random, country, day);
    if (consultedAt <= now)
      yield { country: country.code, pathologyName: pattern.name, patientId, consultedAt };
  }
}

/** About `total` sales of three years up to `now`, oldest day first. */
export function* demoSales({ now, total }: Wanted): Generator<MedicationSaleLine> {
  const random = seededRandom(19_770_721);
  const scope = { patterns: medicines, countries, days: daysUpTo(now), total, intensityOf: intensity };
  for (const { pattern, country, day } of occurrences(scope, random)) {
    const units = Math.max(1, Math.round(pattern.units * (0.4 + 1.2 * random())));
    const soldAt = duringOpeningHours(random, country, day);
    if (soldAt <= now) yield { country: country.code, medicationName: pattern.name, units, soldAt };
  }
}

function casesOf(pathology: Pattern, country: DemoCountry): Intensity {
  const usual = intensity(pathology, country);
  const epidemics = outbreaks.filter(
    (outbreak) => outbreak.pathology === pathology.name && outbreak.country === country.code,
  );
  return (day) => {
    let times = 1;
    for (const { season, seasonsAgo, times: height } of epidemics)
      times += height * closenessOnce(season, seasonsAgo, day);
    return times * usual(day);
  };
}

/** Everybody is ill in one country, and comes about three times. */
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

/** Some minute from seven in the morning to six in the evening, as clocks go there. */
function duringOpeningHours(random: Random, { hoursAhead }: DemoCountry, { start }: Day): Date {
  const minutes = below(random, 11 * 60);
  return new Date(start + (7 - hoursAhead) * HOUR_MS + minutes * 60_000);
}
