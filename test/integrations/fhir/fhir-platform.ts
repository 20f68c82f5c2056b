import { type Platform, startPlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';
import { type Json, encounterBundle } from './bundles';
import { type EntryResult, type Failure, FhirCaller, readEntries, readFailure } from './fhir-caller';

export interface CaseRow {
  readonly country: string;
  readonly patient: string;
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly consultedAt: string;
}

export interface RowCounts {
  readonly encounters: number;
  readonly conditions: number;
  readonly consultations: number;
  readonly cases: number;
}

export interface RecordedEncounter {
  readonly results: readonly EntryResult[];
  readonly cases: readonly CaseRow[];
}

/** A running platform and its callers. */
export class FhirPlatform {
  readonly platform: Platform;
  readonly origin: string;
  readonly anonymous: FhirCaller;
  readonly doctor: FhirCaller;
  /** The same doctor, by tRPC. */
  readonly trpc: PlainCaller;
  private patients = 0;

  private constructor({ platform, origin, cookie }: { platform: Platform; origin: string; cookie: string }) {
    this.platform = platform;
    this.origin = origin;
    this.anonymous = new FhirCaller(origin);
    this.doctor = this.anonymous.as(cookie);
    this.trpc = new PlainCaller(origin, cookie);
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<FhirPlatform> {
    const platform = await startPlatform(settings);
    const origin = await platform.listen();
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    return new FhirPlatform({ platform, origin, cookie });
  }

  async createCaller(account: Parameters<Platform['session']>[0]): Promise<FhirCaller> {
    return this.anonymous.as(await this.platform.session(account));
  }

  /** Posts an Encounter with a Condition of a new patient; returns its results and recorded cases. */
  async recordEncounter(change: { encounter?: Json; condition?: Json }): Promise<RecordedEncounter> {
    this.patients += 1;
    const number = `R-${this.patients}`;
    const subject = { identifier: { value: number } };
    const bundle = encounterBundle({
      encounter: { subject, ...change.encounter },
      condition: { subject, ...change.condition },
    });
    const results = readEntries(await this.doctor.post(bundle));
    const cases = (await this.listCases()).filter(({ patient }) => patient === number);
    return { results, cases };
  }

  /** Posts a Bundle that must be refused; expects that nothing is recorded. */
  async postRefused(bundle: Json): Promise<Failure> {
    const before = await this.countRows();
    const failure = readFailure(await this.doctor.post(bundle));
    expect(await this.countRows()).toEqual(before);
    return failure;
  }

  /** Returns all consultations, ordered by patient and pathology. */
  listCases(): Promise<CaseRow[]> {
    return this.platform.database.query(
      `SELECT c.country, c.patient_id AS patient, p.name,
         to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "consultedAt"
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY 2, 3, 4`,
    );
  }

  /** Counts the stored Encounters, Conditions and consultations, and the counted cases. */
  async countRows(): Promise<RowCounts> {
    const [row] = await this.platform.database.query<[RowCounts]>(
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
