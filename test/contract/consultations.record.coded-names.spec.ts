import { contentDigest } from '../../src/platform/database/content-digest';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { type PlainCaller, failure, payload } from '../support/plain-caller';
import { CONSULTATION, countConsultations, recordConsultation } from './consultations';
import { conflict } from './failures';
import { ListeningSuite } from '../support/listening-suite';
import { LockHolder } from '../support/lock-holder';

describe('the external id of a pathology that a country has by a code', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;
  let pathologies = 0;
  let before = 0;

  beforeEach(async () => {
    doctor = await here.doctor('KE');
    before = await countConsultations(here.database);
  });

  afterEach(async () => {
    expect(await runCheckCounts(here.database)).toMatchObject({ code: 0 });
  });

  /** Returns the inputs of one pathology by its code, its name, and another spelling of it. */
  function createPathology() {
    pathologies += 1;
    const code = `Q96.${pathologies}`;
    const shared = { ...CONSULTATION, externalId: 'visit 1' };
    return {
      coded: { ...shared, pathologyCode: `icd10:${code}`, pathologyName: 'Turner' },
      named: { ...shared, pathologyName: `${code} Turner` },
      respelt: { ...shared, pathologyName: `${code.toLowerCase()} TURNER` },
      nameKey: `${code.toLowerCase().replace('.', '')}turner`,
    };
  }

  const record = (input: object) => recordConsultation(doctor, input);
  const countAdded = async () => (await countConsultations(here.database)) - before;
  const voidOne = async (id: string) =>
    payload(await doctor.post('consultations.void', { id, reason: 'Recorded by mistake' }));

  async function recordMany(consultations: readonly object[]): Promise<unknown> {
    return payload(await doctor.post('consultations.recordMany', { consultations }));
  }

  it('is the same content under the code and the name, also after a void', async () => {
    const { coded, named, respelt } = createPathology();
    const first = await record(coded);
    for (const input of [named, respelt, coded]) expect(await record(input)).toStrictEqual(first);
    await voidOne(first.id);
    for (const input of [named, respelt, coded]) expect((await record(input)).id).toBe(first.id);
    expect(await countAdded()).toBe(1);
  });

  it('is the same content if it is first recorded by the name', async () => {
    const { coded, named } = createPathology();
    await record({ ...coded, externalId: undefined });
    const first = await record(named);
    expect(await record(coded)).toStrictEqual(first);
    await voidOne(first.id);
    expect((await record(coded)).id).toBe(first.id);
    expect(await countAdded()).toBe(2);
  });

  it('is the same content as what an earlier release claimed by the name, also after a void', async () => {
    const { coded, named, nameKey } = createPathology();
    await record({ ...coded, externalId: undefined });
    const first = await record(named);
    const digest = contentDigest(['KE', nameKey, first.patientId, first.consultationDate]);
    await here.database.query('UPDATE consultation_claim SET digest = $2 WHERE consultation_id = $1', [
      first.id,
      digest,
    ]);
    for (const input of [named, coded]) expect(await record(input)).toStrictEqual(first);
    await voidOne(first.id);
    for (const input of [named, coded]) expect((await record(input)).id).toBe(first.id);
    expect(await countAdded()).toBe(2);
  });

  it('is other content under another code or name', async () => {
    const { coded, named } = createPathology();
    const other = createPathology();
    await record(coded);
    for (const input of [other.coded, other.named, { ...named, pathologyName: 'Turner' }])
      expect(failure(await doctor.post('consultations.record', input))).toStrictEqual(
        conflict(
          `externalId: "visit 1" was recorded before with another ${'pathologyCode' in input ? 'pathologyCode' : 'pathologyName'}`,
        ),
      );
  });

  it.each(['code first', 'name first'])('is the same content in one recordMany, new: %s', async (order) => {
    const { coded, named, respelt } = createPathology();
    const items = order === 'code first' ? [coded, respelt, named] : [respelt, coded, named];
    expect(await recordMany(items)).toMatchObject({ data: { recorded: 1, alreadyRecorded: 2, refused: 0 } });
    expect(await recordMany(items)).toMatchObject({ data: { recorded: 0, alreadyRecorded: 3, refused: 0 } });
    expect(await countAdded()).toBe(1);
  });

  it('is one pathology if one recordMany has its code and its name without external ids', async () => {
    const { coded, respelt, nameKey } = createPathology();
    await recordMany([respelt, coded].map((input) => ({ ...input, externalId: undefined })));
    const counts = `SELECT count(*)::integer AS count FROM consultation c JOIN pathology_name n USING (pathology_id)
      WHERE n.key = $1 GROUP BY c.pathology_id`;
    expect(await here.database.query(counts, [nameKey])).toEqual([{ count: 2 }]);
    expect(await countAdded()).toBe(2);
  });

  it.each([
    ['consultations.record', (input: object) => input],
    ['consultations.recordMany', (input: object) => ({ consultations: [input] })],
  ])(
    'is the same content if the code, which is new, and the name come at once to %s',
    async (procedure, toInput) => {
      const { coded, named } = createPathology();
      let responses: Promise<string>[] = [];
      await LockHolder.run(here.platform.ownerUrl, async (holder) => {
        await holder.query(`SELECT pg_advisory_xact_lock(hashtext('names of pathology'), hashtext('KE'))`);
        for (const [index, input] of [coded, named].entries()) {
          responses = [...responses, doctor.post(procedure, toInput(input)).then(({ text }) => text)];
          await holder.waitForQueue(index + 1);
        }
      });
      const texts = await Promise.all(responses);
      const ids = texts.map((text) => /"id":"([^"]+)"/.exec(text)?.[1] ?? text);
      expect(ids[1]).toBe(ids[0]);
      expect(await countAdded()).toBe(1);
    },
  );

  it.each([
    ['name', ['named', 'coded']],
    ['name', ['coded', 'named']],
    ['code', ['named', 'coded']],
    ['code', ['coded', 'named']],
  ] as const)(
    'is recognised if a call has the code, which is new, and the name, and another takes the %s alone meanwhile: %j',
    async (alone, kinds) => {
      const pathology = createPathology();
      const other = await here.doctor('KE');
      const consultations = kinds.map((kind) => ({ ...pathology[kind], externalId: kind }));
      const { pathologyCode } = pathology.coded;
      const taken =
        alone === 'code'
          ? { ...CONSULTATION, pathologyCode, pathologyName: undefined }
          : { ...pathology.named, externalId: undefined };
      let responses: Promise<unknown>[] = [];
      await LockHolder.run(here.platform.ownerUrl, async (holder) => {
        await holder.query(`SELECT pg_advisory_xact_lock(hashtext('names of pathology'), hashtext('KE'))`);
        responses = [other.post('consultations.record', taken)];
        await holder.waitForWaiting(1);
        responses = [...responses, recordMany(consultations)];
        await holder.waitForWaiting(2);
      });
      const [, first] = await Promise.all(responses);
      expect(first).toMatchObject({ data: { recorded: 2 } });
      expect(await recordMany(consultations)).toMatchObject({ data: { alreadyRecorded: 2 } });
    },
  );

  it('does not take the name of a code that another country has', async () => {
    const { coded, named } = createPathology();
    await recordConsultation(await here.doctor('TZ'), coded);
    const first = await record(named);
    expect(failure(await doctor.post('consultations.record', coded))).toStrictEqual(
      conflict('externalId: "visit 1" was recorded before with another pathologyCode'),
    );
    expect(await record(named)).toStrictEqual(first);
  });

  it('is not the name of another code: Q97 that is displayed as “1” does not get the key of Q97.1', async () => {
    const shared = { ...CONSULTATION, pathologyName: '1' };
    expect(await record({ ...shared, pathologyCode: 'icd10:Q93' })).toMatchObject({ pathologyName: 'Q93' });
    expect(
      await record({ ...shared, pathologyCode: 'icd10:Q93.1', pathologyName: 'Monosomy' }),
    ).toMatchObject({ pathologyName: 'Q93.1 Monosomy' });
  });
});
