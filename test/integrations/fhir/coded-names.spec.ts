import { contentDigest } from '../../../src/platform/database/content-digest';
import { CONDITION, ENCOUNTER, ICD_10, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const codedAs = (code: string, display: string) => ({ coding: [{ system: ICD_10, code, display }] });

/** Builds a Bundle of one Encounter, which has an identifier, with a Condition of each code. */
function bundleWith(codes: readonly Json[], { visit = 'V-1', type = 'transaction' } = {}): Json {
  const conditions = codes.map((code) => entry({ ...CONDITION, code }));
  const encounter = entry({ ...ENCOUNTER, identifier: [{ value: visit }] }, 'urn:uuid:encounter');
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
    await fhir.trpc.post('consultations.void', {
      id: location?.replace('Condition/', ''),
      reason: 'Mistake',
    });
    for (const code of [named, coded, respelt]) {
      expect(await locate(code)).toBe(location);
      expect(await post([code])).toEqual([OK, OK]);
    }
    expect(await countConsultations()).toBe(1);
  });

  it('keeps both records if an earlier release recorded it twice, each under its own code or name', async () => {
    const pathology = createPathology();
    const { coded, named } = pathology;
    const byName = await locate(coded);
    await recordAsEarlier(pathology);
    // The earlier release did not find the record by name.
    const { database } = fhir.platform;
    await database.query(`UPDATE consultation_claim SET external_id = 'hidden' WHERE external_id = $1`, [
      `V-1#${pathology.nameKey}`,
    ]);
    const byCode = await locate(coded);
    await database.query(`UPDATE consultation_claim SET external_id = $1 WHERE external_id = 'hidden'`, [
      `V-1#${pathology.nameKey}`,
    ]);
    expect(byCode).not.toBe(byName);
    expect([await locate(coded), await locate(named)]).toEqual([byCode, byName]);
    expect(await countConsultations()).toBe(2);
  });
});
