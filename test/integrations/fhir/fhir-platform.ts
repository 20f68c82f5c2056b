import { runCheckCounts } from '../../modules/consultations/counts/count-check';
import { type Platform, suitePlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';
import { type Json, encounterBundle } from './bundles';
import { type EntryResult, type Failure, FhirCaller, readEntries, readFailure } from './fhir-caller';
import { ALL_CASES } from '../../support/daily-counts';

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

/** A platform that listens, and its callers. */
export class FhirPlatform {
  origin = '';
  private doctorCookie = '';
  private rowsBefore: RowCounts = { encounters: 0, conditions: 0, consultations: 0, cases: 0 };
  private patients = 0;

  constructor(readonly platform: Platform) {}

  async listen(): Promise<void> {
    this.origin = await this.platform.listen();
    await this.replaceDoctor();
  }

  /** Creates the doctor of Kenya, or replaces it by one without records. Restarts `countAddedRows`. */
  async replaceDoctor(): Promise<void> {
    this.doctorCookie = await this.platform.session({ role: 'doctor', country: 'KE' });
    this.rowsBefore = await this.countRows();
  }

  get anonymous(): FhirCaller {
    return new FhirCaller(this.origin);
  }

  get doctor(): FhirCaller {
    return this.anonymous.as(this.doctorCookie);
  }

  /** The same doctor, by tRPC. */
  get trpc(): PlainCaller {
    return new PlainCaller(this.origin, this.doctorCookie);
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
         (SELECT coalesce(sum(cases), 0) FROM ${ALL_CASES} c)::integer AS cases`,
    );
    return row;
  }

  /** Counts the rows that were added since the doctor was created. */
  async countAddedRows(): Promise<RowCounts> {
    const { encounters, conditions, consultations, cases } = await this.countRows();
    return {
      encounters: encounters - this.rowsBefore.encounters,
      conditions: conditions - this.rowsBefore.conditions,
      consultations: consultations - this.rowsBefore.consultations,
      cases: cases - this.rowsBefore.cases,
    };
  }

  /** Expects that every count equals the sum of its records. */
  async expectCorrectCounts(): Promise<void> {
    expect(await runCheckCounts(this.platform.database)).toMatchObject({ code: 0 });
  }
}

/** Starts a platform before the tests of a suite and closes it after them. */
export function suiteFhir(settings?: Parameters<typeof suitePlatform>[0]): FhirPlatform {
  const fhir = new FhirPlatform(suitePlatform(settings));
  beforeAll(() => fhir.listen());
  return fhir;
}

/** As `suiteFhir`, with a new doctor for each test, after which all counts must be correct. */
export function suiteFhirWithNewDoctors(): FhirPlatform {
  const fhir = suiteFhir();
  beforeEach(() => fhir.replaceDoctor());
  afterEach(() => fhir.expectCorrectCounts());
  return fhir;
}
