import { type Platform, startPlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';
import { type Json, visit } from './bundles';
import { type Answered, FhirCaller, answers } from './fhir-caller';

export interface StoredCase {
  readonly country: string;
  readonly patient: string;
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly moment: string;
}

export interface Totals {
  readonly encounters: number;
  readonly conditions: number;
  readonly consultations: number;
  readonly cases: number;
}

export interface Recorded {
  readonly answered: readonly Answered[];
  readonly cases: readonly StoredCase[];
}

/** A platform with doctors who call it by FHIR and by tRPC. */
export class FhirPlatform {
  readonly platform: Platform;
  readonly origin: string;
  readonly anyone: FhirCaller;
  readonly doctor: FhirCaller;
  /** The same doctor, by tRPC. */
  readonly plain: PlainCaller;
  private patients = 0;

  private constructor({ platform, origin, cookie }: { platform: Platform; origin: string; cookie: string }) {
    this.platform = platform;
    this.origin = origin;
    this.anyone = new FhirCaller(origin);
    this.doctor = this.anyone.as(cookie);
    this.plain = new PlainCaller(origin, cookie);
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<FhirPlatform> {
    const platform = await startPlatform(settings);
    const origin = await platform.listen();
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    return new FhirPlatform({ platform, origin, cookie });
  }

  /** Somebody else. */
  async caller(account: Parameters<Platform['session']>[0]): Promise<FhirCaller> {
    return this.anyone.as(await this.platform.session(account));
  }

  /** Posts one visit of a patient of its own, and answers what was recorded of it. */
  async recorded(change: { encounter?: Json; condition?: Json }): Promise<Recorded> {
    this.patients += 1;
    const number = `R-${this.patients}`;
    const subject = { identifier: { value: number } };
    const bundle = visit({
      encounter: { subject, ...change.encounter },
      condition: { subject, ...change.condition },
    });
    const answered = answers(await this.doctor.post(bundle));
    const cases = (await this.cases()).filter(({ patient }) => patient === number);
    return { answered, cases };
  }

  /** Every consultation, by its patient and name. */
  cases(): Promise<StoredCase[]> {
    return this.platform.database.query(
      `SELECT c.country, c.patient_id AS patient, p.name,
         to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS moment
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY 2, 3, 4`,
    );
  }

  /** How many rows there are of Encounters, Conditions, consultations and cases counted. */
  async totals(): Promise<Totals> {
    const [row] = await this.platform.database.query<[Totals]>(
      `SELECT (SELECT count(*) FROM fhir_encounter)::integer AS encounters,
         (SELECT count(*) FROM fhir_condition)::integer AS conditions,
         (SELECT count(*) FROM consultation)::integer AS consultations,
         (SELECT coalesce(sum(cases), 0) FROM pathology_daily_count)::integer AS cases`,
    );
    return row;
  }

  close(): Promise<void> {
    return this.platform.close();
  }
}
