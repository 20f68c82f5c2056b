import * as fc from 'fast-check';
import { z } from 'zod';
import { contentDigest } from '../../../src/platform/database/content-digest';
import { nameKey, spellingKey } from '../../../src/shared/name-key';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { type Act, CORRECTED, Clinic, LETTERS, actSequences } from './act-sequences';
import type { Json } from './bundles';
import { type EntryResult, listLocations, readEntries } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

/** Set by `jest test/integrations/fhir/act-sequences --globals '{"actSequences":{"minutes":30}}'`. */
interface Settings {
  readonly minutes?: number;
  readonly seed?: number;
  readonly path?: string;
}

declare global {
  var actSequences: Settings | undefined;
}

const { minutes = 0.5, seed, path } = globalThis.actSequences ?? {};
const TIME_MS = minutes * 60_000;

interface StoredRecord {
  readonly id: string;
  readonly patient: string;
  readonly at: string;
  readonly key: string;
  readonly name: string;
  readonly encounter: string | null;
  readonly isVoided: boolean;
  readonly claims: readonly string[];
}

const listSchema = z.object({ data: z.object({ consultations: z.array(z.object({ id: z.string() })) }) });

describe('acts of one clinic, sent in any order and form', () => {
  const fhir = suiteFhir();
  const tally = new Map<string, number>();
  let run = 0;
  let baseUrl: string;

  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
  const owner = (sql: string, values: readonly unknown[]) =>
    LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
      await holder.query(sql, values);
      await holder.commit();
    });

  const listRecords = (clinic: Clinic): Promise<StoredRecord[]> =>
    fhir.platform.database.query(
      `SELECT c.id, c.patient_id AS patient, to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
         p.key, p.name, f.encounter_id AS encounter, v.consultation_id IS NOT NULL AS "isVoided",
         ARRAY(SELECT k.external_id FROM consultation_claim k WHERE k.consultation_id = c.id ORDER BY 1) AS claims
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id
       LEFT JOIN fhir_condition f ON f.consultation_id = c.id
       LEFT JOIN consultation_void v ON v.consultation_id = c.id
       WHERE c.patient_id = ANY ($1) ORDER BY c.id`,
      [[false, true].map((isOther) => clinic.patientOf(isOther))],
    );

  /** Posts a Bundle; returns its entries, or the status with which it is refused. */
  const post = async (bundle: Json): Promise<EntryResult[] | number> => {
    const response = await fhir.doctor.post(bundle);
    if (response.status >= 500) throw new Error(JSON.stringify(response.body));
    if (response.status !== 200) return response.status;
    const entries = readEntries(response);
    for (const { status, issues } of entries) if (status.startsWith('5')) throw new Error(issues.join());
    return entries;
  };

  /** Gives a claim the form in which an earlier release stored it. */
  async function age(clinic: Clinic, number: number): Promise<void> {
    for (const [index, { id, patient, at, key, name, claims }] of (await listRecords(clinic)).entries()) {
      if (((number >> (index % 20)) & 1) === 0) continue;
      const isCoded = key !== nameKey(name);
      const earlierKey = isCoded ? nameKey(name) : spellingKey(name);
      for (const claim of claims) {
        const suffix = `#${key}`;
        const earlierId = claim.endsWith(suffix) ? claim.slice(0, -suffix.length) + `#${earlierKey}` : claim;
        if (earlierId !== claim && (await isClaimed(id, earlierId))) continue;
        await fhir.platform.database.query(
          `UPDATE consultation_claim SET external_id = $3, digest = $4, is_by_spelling = true
           WHERE consultation_id = $1 AND external_id = $2 AND digest <> ''`,
          [id, claim, earlierId, contentDigest(['KE', earlierKey, patient, at])],
        );
        if (earlierId !== claim)
          await owner('UPDATE consultation SET external_id = $3 WHERE id = $1 AND external_id = $2', [
            id,
            claim,
            earlierId,
          ]);
        count(earlierId === claim ? 'claim aged' : 'claim renamed');
      }
    }
  }

  async function isClaimed(id: string, externalId: string): Promise<boolean> {
    const found = await fhir.platform.database.query<unknown[]>(
      `SELECT FROM consultation_claim k JOIN consultation_claim o USING (account_id)
       WHERE o.consultation_id = $1 AND k.external_id = $2`,
      [id, externalId],
    );
    return found.length > 0;
  }

  /** Performs an act, and checks what becomes of it. */
  async function perform(act: Act, clinic: Clinic): Promise<void> {
    if (act.kind === 'identify') clinic.identify(act.visit);
    if (act.kind === 'age') await age(clinic, act.claims);
    if (act.kind === 'adopt')
      await owner(
        `INSERT INTO pathology_name (scope, key, pathology_id)
         SELECT '*', $1, id FROM pathology WHERE scope = '*' AND key = 'malaria' ON CONFLICT DO NOTHING`,
        [nameKey(clinic.adoptedName)],
      );
    const records = await listRecords(clinic);
    if (act.kind === 'void') {
      const chosen = records[(act.record ?? 0) % records.length];
      for (const { id } of act.record === undefined ? records : chosen ? [chosen] : []) {
        payload(await fhir.trpc.post('consultations.void', { id, reason: 'Mistake' }));
        count('voided');
      }
      return;
    }
    if (act.kind === 'record') {
      const input = {
        patientId: clinic.patientOf(act.isOtherPatient),
        consultationDate: clinic.startOf(act.visit),
        ...clinic.nameOf(act.name),
        ...(act.letter !== undefined && { externalId: `urn:v|${act.letter}` }),
      };
      const { status } = await fhir.trpc.post('consultations.record', input);
      expect([200, 409]).toContain(status);
      count(`record ${status}`);
      return;
    }
    if (act.kind === 'again') {
      const { bundle, isOtherPatient } = act;
      const sent = clinic.sent[bundle % clinic.sent.length];
      const encounters = sent?.encounters.map((each) => ({ ...each, isOtherPatient })) ?? [];
      if (sent) await send({ ...sent, encounters }, clinic);
    }
    if (act.kind === 'bundle') await send(act, clinic);
  }

  /** Sends a Bundle, and once more if it has identities. */
  async function send(act: Extract<Act, { kind: 'bundle' }>, clinic: Clinic): Promise<void> {
    const { addresses } = clinic;
    clinic.sent.push(act);
    const records = await listRecords(clinic);
    const bundle = clinic.bundle(
      act,
      records.map(({ id }) => `${baseUrl}/Condition/${id}`),
    );
    const isAnonymous = act.encounters.some(
      ({ identity, visit }) => identity === 'none' || (identity === 'address' && !addresses.has(visit)),
    );
    const copies = isAnonymous ? 1 : act.copies;
    const [results = [], ...others] = await Promise.all(Array.from({ length: copies }, () => post(bundle)));
    count(`${copies} bundles ${typeof results === 'number' ? results : 200}`);
    for (const other of others) expect(listLocationsOf(other)).toEqual(listLocationsOf(results));
    if (typeof results === 'number') {
      expect(await listRecords(clinic)).toEqual(records);
      return;
    }
    await checkFound(results);
    if (!isAnonymous) await checkResent(clinic, { bundle, results });
    let index = 0;
    for (const { visit, conditions: sent } of act.encounters) {
      const { location } = results[index] ?? {};
      if (location !== undefined) addresses.set(visit, `${baseUrl}/${location}`);
      index += 1 + sent.length;
    }
  }

  /** What was recorded is found by its address. */
  async function checkFound(results: readonly EntryResult[]): Promise<void> {
    for (const location of new Set(results.flatMap((each) => each.location ?? []))) {
      const response = await fhir.doctor.get(location);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ id: location.replace(/^.*\//, '') });
    }
  }

  /** A Bundle that is sent again changes nothing, if each of its resources has an identity. */
  async function checkResent(
    clinic: Clinic,
    { bundle, results }: { bundle: Json; results: readonly EntryResult[] },
  ): Promise<void> {
    const before = await listRecords(clinic);
    const again = await post(bundle);
    if (typeof again === 'number') throw new Error(`refused with ${again} when it is sent again`);
    expect({ records: await listRecords(clinic), locations: again.map(({ location }) => location) }).toEqual({
      records: before,
      locations: results.map(({ location }) => location),
    });
    for (const { status } of again) expect(status).not.toBe('201 Created');
    count('sent again');
  }

  /** Of the records of a pathology in an Encounter, at most one counts, or one for each identifier or address. */
  function checkCountedOnce(records: readonly StoredRecord[]): void {
    const byPathology = new Map<string, StoredRecord[]>();
    for (const record of records) {
      if (record.encounter === null || record.isVoided) continue;
      const key = `${record.encounter} ${record.key}`;
      byPathology.set(key, [...(byPathology.get(key) ?? []), record]);
    }
    for (const all of byPathology.values()) {
      const unidentified = all.filter(({ claims }) => !claims.some((claim) => claim.startsWith('urn:v|')));
      expect(unidentified.length <= (all.length > 1 ? 0 : 1) ? [] : all).toEqual([]);
    }
  }

  async function checkListed(records: readonly StoredRecord[]): Promise<void> {
    for (const letter of LETTERS) {
      const externalId = `urn:v|${letter}`;
      const page = listSchema.parse(payload(await fhir.trpc.post('consultations.list', { externalId })));
      const listed = page.data.consultations.map(({ id }) => id);
      expect(listed).toEqual(records.filter(({ claims }) => claims.includes(externalId)).map(({ id }) => id));
    }
    const { cases } = await fhir.countAddedRows();
    expect(cases).toBe(records.filter(({ isVoided }) => !isVoided).length);
  }

  it(
    'are never a server error, are each counted once, and are found',
    async () => {
      const { implementation } = z
        .object({ implementation: z.object({ url: z.string() }) })
        .parse((await fhir.doctor.get('metadata')).body);
      baseUrl = implementation.url;
      await fc.assert(
        fc.asyncProperty(actSequences, async (acts) => {
          run += 1;
          await fhir.replaceDoctor();
          const clinic = new Clinic(run);
          for (const act of acts) await perform(act, clinic);
          const records = await listRecords(clinic);
          checkCountedOnce(records);
          await checkListed(records);
        }),
        {
          numRuns: 1_000_000,
          examples: [[[...CORRECTED]]],
          plugins: [fc.interruptAfterTimeLimit(TIME_MS)],
          ...(seed !== undefined && { seed }),
          ...(path !== undefined && { path }),
        },
      );
      await fhir.expectCorrectCounts();
      process.stdout.write(
        `${run} sequences: ${[...tally].map(([what, times]) => `${what} ${times}`).join(', ')}\n`,
      );
    },
    2 * TIME_MS + 60_000,
  );
});

function listLocationsOf(results: readonly EntryResult[] | number) {
  return typeof results === 'number' ? results : listLocations(results);
}
