import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { contentDigest } from '../../../src/platform/database/content-digest';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, ICD_10, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const codedAs = (code: string, display: string) => ({ coding: [{ system: ICD_10, code, display }] as const });

/** Builds a Bundle of one Encounter, which has an identifier, with a Condition of each code. */
function bundleWith(
  codes: readonly Json[],
  { visit = 'V-1', type = 'transaction', start = ENCOUNTER.period.start } = {},
): Json {
  const conditions = codes.map((code) => entry({ ...CONDITION, code }));
  const encounter = entry(
    { ...ENCOUNTER, identifier: [{ value: visit }], period: { start } },
    'urn:uuid:encounter',
  );
  return bundleOf([encounter, ...conditions], type);
}

describe('a pathology that a country has by a code', () => {
  const fhir = suiteFhirWithNewDoctors();
  let pathologies = 0;

  /** Returns a Condition's code that no test has recorded, and the texts that mean the same pathology. */
  function createPathology() {
    pathologies += 1;
    const code = `Q97.${pathologies}`;
    return {
      coded: codedAs(code, 'Klinefelter'),
      named: { text: `${code} Klinefelter` },
      respelt: { text: `${code.toLowerCase()} KLINEFELTER` },
      otherwise: codedAs(code, 'Klinefelter syndrome'),
      key: code.toLowerCase().replace('.', ''),
      nameKey: `${code.toLowerCase().replace('.', '')}klinefelter`,
    };
  }

  const post = (codes: readonly Json[], options?: { visit?: string; type?: string }) =>
    fhir.doctor.postForStatuses(bundleWith(codes, options));
  const locate = async (code: Json) => (await fhir.doctor.postForLocations(bundleWith([code])))[1];
  const voidRecord = async (location = '') =>
    payload(
      await fhir.trpc.post('consultations.void', {
        id: location.replace('Condition/', ''),
        reason: 'Mistake',
      }),
    );
  const countConsultations = async () => (await fhir.countAddedRows()).consultations;

  /** Gives the claim of the Condition of this doctor the identity that an earlier release made of its name. */
  async function recordAsEarlier({ key, nameKey }: { key: string; nameKey: string }): Promise<void> {
    const digest = contentDigest(['KE', nameKey, 'P-1', '2026-03-14T09:30:00.000Z']);
    const [, count] = await fhir.platform.database.query<[unknown, number]>(
      `UPDATE consultation_claim SET external_id = $2, digest = $3
       WHERE external_id = $1 AND account_id = (SELECT recorded_by FROM consultation ORDER BY id DESC LIMIT 1)`,
      [`V-1#${key}`, `V-1#${nameKey}`, digest],
    );
    expect(count).toBe(1);
  }

  it.each(['transaction', 'batch'])(
    'never counts twice in an Encounter if its code, which is new, and its name come at once, each in a %s',
    async (type) => {
      for (let round = 0; round < 10; round += 1) {
        const { coded, named } = createPathology();
        const send = (code: Json) =>
          fhir.doctor.postForStatuses(bundleWith([code], { visit: `V-${type}-${round}`, type }));
        const first = send(coded);
        await wait(round);
        await Promise.all([first, send(named)]);
      }
      const twice: unknown = await fhir.platform.database.query(
        `SELECT pathology_id FROM consultation WHERE starts_with(external_id, $1)
         GROUP BY pathology_id HAVING count(*) > 1`,
        [`V-${type}-`],
      );
      expect(twice).toEqual([]);
    },
  );

  it('counts once in an Encounter under its code and its name', async () => {
    const { coded, named, respelt, otherwise } = createPathology();
    expect(await post([coded])).toEqual([CREATED, CREATED]);
    for (const code of [named, respelt, otherwise, coded]) expect(await post([code])).toEqual([OK, OK]);
    expect(await post([named], { visit: 'V-2' })).toEqual([CREATED, CREATED]);
    expect(await post([coded], { visit: 'V-2' })).toEqual([OK, OK]);
    expect(await countConsultations()).toBe(2);
  });

  it.each([
    ['transaction', 'code first'],
    ['batch', 'code first'],
    ['transaction', 'name first'],
    ['batch', 'name first'],
  ])('counts once in a %s that has both, stored or not: %s', async (type, order) => {
    const { coded, named, respelt } = createPathology();
    const codes = order === 'code first' ? [coded, respelt] : [respelt, coded];
    const results = readEntries(await fhir.doctor.post(bundleWith(codes, { type })));
    expect(listStatuses(results)).toEqual([CREATED, CREATED, OK]);
    expect(results[2]?.location).toBe(results[1]?.location);
    expect(results[2]?.issues).toEqual([expect.stringContaining('not counted again')]);
    expect(await post(codes, { type })).toEqual([OK, OK, OK]);
    for (const code of [coded, named]) expect(await post([code], { type })).toEqual([OK, OK]);
    expect(await countConsultations()).toBe(1);
  });

  it.each([['a coded pathology'], ['a synonym of the catalogue']])(
    'is recorded by the name of %s if neither the Encounter nor the Condition has an identifier',
    async (kind) => {
      const { coded, named } = createPathology();
      await post([coded], { visit: 'V-0' });
      const code = kind === 'a coded pathology' ? named : { text: 'Paludisme' };
      const anonymous = bundleOf([entry(ENCOUNTER, 'urn:uuid:encounter'), entry({ ...CONDITION, code })]);
      expect(await fhir.doctor.postForStatuses(anonymous)).toEqual([CREATED, CREATED]);
    },
  );

  it('is named by the first Condition that has its code, although one with an identifier counts', async () => {
    const { coded, named, otherwise } = createPathology();
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, identifier: [{ value: 'V-1' }] }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, code: coded }),
      entry({ ...CONDITION, code: otherwise, identifier: [{ value: 'C-1' }] }),
      entry({ ...CONDITION, code: named }),
    ]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([CREATED, OK, CREATED, OK]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([OK, OK, OK, OK]);
    expect(await countConsultations()).toBe(1);
  });

  it('is one pathology if a Bundle first has its code in one Encounter and its name in another', async () => {
    const { coded, named, key } = createPathology();
    const encounterOf = (visit: string, code: Json) => [
      entry({ ...ENCOUNTER, identifier: [{ value: visit }] }, `urn:uuid:${visit}`),
      entry({ ...CONDITION, code, encounter: { reference: `urn:uuid:${visit}` } }),
    ];
    const bundle = bundleOf([...encounterOf('V-1', named), ...encounterOf('V-2', coded)]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([CREATED, CREATED, CREATED, CREATED]);
    for (const visit of ['V-1', 'V-2']) expect(await post([coded, named], { visit })).toEqual([OK, OK, OK]);
    expect(
      await fhir.platform.database.query(`SELECT key FROM pathology WHERE starts_with(key, $1)`, [key]),
    ).toEqual([{ key }]);
  });

  it.each([
    ['with another date', 'V-0', '2026-03-15T09:30:00Z'],
    ['with an invalid date', 'V-1', '2026-13-14T09:30:00Z'],
  ])(
    'is recorded by the name of its second Encounter if a batch refuses the first, %s',
    async (_case, visit, start) => {
      const { coded, otherwise } = createPathology();
      await post([{ text: 'Cholera' }], { visit: 'V-0' });
      const encounterOf = (value: string, code: Json, period = ENCOUNTER.period) => [
        entry({ ...ENCOUNTER, identifier: [{ value }], period }, `urn:uuid:${value}`),
        entry({ ...CONDITION, code, encounter: { reference: `urn:uuid:${value}` } }),
      ];
      const named = { text: `${otherwise.coding[0].code} Klinefelter syndrome` };
      const rest = [...encounterOf('V-2', otherwise), ...encounterOf('V-3', named)];
      const batch = bundleOf([...encounterOf(visit, coded, { start }), ...rest], 'batch');
      expect((await fhir.doctor.postForStatuses(batch)).slice(2)).toEqual([
        CREATED,
        CREATED,
        CREATED,
        CREATED,
      ]);
      expect((await fhir.doctor.postForStatuses(batch)).slice(2)).toEqual([OK, OK, OK, OK]);
      expect(await fhir.doctor.postForStatuses(bundleOf(encounterOf('V-3', otherwise)))).toEqual([OK, OK]);
      expect(await countConsultations()).toBe(3);
    },
  );

  it('is apart from a Condition that is refuted: this one gives it no name', async () => {
    const { coded, named, otherwise } = createPathology();
    const refuted = { verificationStatus: { coding: [{ code: 'refuted' }] } };
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, identifier: [{ value: 'V-1' }] }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, code: coded, ...refuted }),
      entry({ ...CONDITION, code: otherwise }),
      entry({ ...CONDITION, code: named }),
    ]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([CREATED, OK, CREATED, CREATED]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([OK, OK, OK, OK]);
    expect(await countConsultations()).toBe(2);
  });

  it('stays apart from a name that the country had before', async () => {
    const { coded, named } = createPathology();
    expect(await post([named])).toEqual([CREATED, CREATED]);
    expect(await post([coded, named])).toEqual([OK, CREATED, OK]);
    expect(await post([named, coded])).toEqual([OK, OK, OK]);
    expect(await countConsultations()).toBe(2);
  });

  it('is recognised if an earlier release recorded it by its name, also after a void', async () => {
    const pathology = createPathology();
    const { coded, named, respelt } = pathology;
    const location = await locate(coded);
    await recordAsEarlier(pathology);
    for (const code of [named, coded, respelt]) expect(await locate(code)).toBe(location);
    expect(await post([named, coded])).toEqual([OK, OK, OK]);
    await voidRecord(location);
    for (const code of [named, coded, respelt]) {
      expect(await locate(code)).toBe(location);
      expect(await post([code])).toEqual([OK, OK]);
    }
    expect(await countConsultations()).toBe(1);
  });

  describe('if an earlier release recorded it twice in an Encounter', () => {
    /** Returns the codes, and the locations of both records. */
    async function recordTwice() {
      const pathology = createPathology();
      const { coded, named, nameKey } = pathology;
      const byName = await locate(coded);
      await recordAsEarlier(pathology);
      const renameClaim = (id: string, other: string) =>
        fhir.platform.database.query(
          'UPDATE consultation_claim SET external_id = $2 WHERE external_id = $1',
          [id, other],
        );
      const moveCondition = (to: string) =>
        LockHolder.run(fhir.platform.ownerUrl, async (owner) => {
          await owner.query(
            `WITH moved AS (DELETE FROM fhir_condition WHERE consultation_id = $1 RETURNING *)
             INSERT INTO fhir_condition SELECT country, consultation_id, $2, content FROM moved`,
            [byName?.replace('Condition/', ''), to],
          );
          await owner.commit();
        });
      await renameClaim(`V-1#${nameKey}`, 'hidden');
      await moveCondition(randomUUID());
      const [encounter = '', byCode] = await fhir.doctor.postForLocations(bundleWith([coded]));
      await renameClaim('hidden', `V-1#${nameKey}`);
      await moveCondition(encounter.replace('Encounter/', ''));
      expect(byCode).not.toBe(byName);
      return { coded, named, byCode, byName };
    }

    it('keeps both, each under its code or name', async () => {
      const { coded, named, byCode, byName } = await recordTwice();
      expect([await locate(coded), await locate(named)]).toEqual([byCode, byName]);
      expect(await countConsultations()).toBe(2);
    });

    it('returns the other one if one is voided', async () => {
      const { coded, named, byCode, byName } = await recordTwice();
      await voidRecord(byName);
      expect([await locate(coded), await locate(named)]).toEqual([byCode, byCode]);
      expect(await countConsultations()).toBe(2);
    });

    it('records a correction once if both are voided', async () => {
      const { coded, named, byCode, byName } = await recordTwice();
      for (const location of [byName, byCode]) await voidRecord(location);
      expect([await locate(coded), await locate(named)]).toEqual([byCode, byName]);
      const correct = (code: Json) =>
        fhir.doctor.postForStatuses(bundleWith([code], { start: '2026-03-15T09:30:00Z' }));
      expect(await correct(named)).toEqual([CREATED, CREATED]);
      for (const code of [coded, named]) expect(await correct(code)).toEqual([OK, OK]);
      expect(await countConsultations()).toBe(3);
    });
  });
});
