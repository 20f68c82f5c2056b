import request, { type Response } from 'supertest';
import { contracts } from '../../../src/app-router';
import { findUnknownFields } from '../../../src/platform/contract/unknown-fields';
import { CONSULTATION, countConsultations } from '../../contract/consultations';
import { PlainCaller, failure, payload } from '../../support/plain-caller';
import { measureProcessorTime } from '../../support/processor-time';
import { suitePlatform } from '../../support/platform';

const HEADER = 'ignored-fields';
const STRICT = { Prefer: 'handling=strict' };

describe('fields of an input that the procedure does not have', () => {
  const platform = suitePlatform();
  let origin: string;
  let doctor: PlainCaller;
  let ministry: PlainCaller;

  beforeAll(async () => {
    origin = await platform.listen();
    doctor = new PlainCaller(origin, await platform.session({ role: 'doctor', country: 'KE' }));
    ministry = new PlainCaller(origin, await platform.session({ role: 'ministry', country: 'KE' }));
  });

  const record = (fields: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    doctor.post('consultations.record', { ...CONSULTATION, ...fields }, headers);

  const fieldsOf = (response: Response): unknown => response.headers[HEADER];

  describe('without a request for strict handling', () => {
    it('leave no trace in the response if there are none', async () => {
      const response = await record({});
      expect(Object.keys(Object(payload(response)) as object)).toEqual(['success', 'data']);
      expect(response.headers).not.toHaveProperty(HEADER);
    });

    it.each(['external_id', 'ExternalID', 'external-id', 'exteranlId', 'externalIds', 'extrnl_id'])(
      '%s is reported as a misspelt externalId',
      async (name) => {
        const response = await record({ [name]: 'clinic-7/1' });
        expect(payload(response)).toMatchObject({
          success: true,
          warnings: [{ code: 'IGNORED_FIELD', path: name, meant: 'externalId' }],
        });
        expect(fieldsOf(response)).toBe(`"${name}";meant="externalId"`);
      },
    );

    it('are only counted, never repeated, if they resemble no field: they could be data of patients', async () => {
      const response = await record({ 'Amina Otieno': true, HIV: 'positive', Omar: 1 });
      expect(payload(response)).not.toHaveProperty('warnings');
      expect(fieldsOf(response)).toBe('other;count=3');
      expect(JSON.stringify([response.headers, response.body])).not.toMatch(/Amina|HIV|Omar|positive/);
    });

    it('are reported without their values', async () => {
      const response = await record({ patient_id: 'P-SECRET' });
      expect(JSON.stringify([response.headers, response.body])).not.toContain('SECRET');
    });

    it('are found in the items of a list, with their position', async () => {
      const item = { ...CONSULTATION, external_id: 'clinic-7/1' };
      const response = await doctor.post('consultations.recordMany', {
        consultations: [CONSULTATION, item, { ...CONSULTATION, whatever: 1 }],
      });
      expect(payload(response)).toMatchObject({
        success: true,
        warnings: [{ path: 'consultations[1].external_id', meant: 'externalId' }],
      });
      expect(fieldsOf(response)).toBe('"consultations[1].external_id";meant="externalId", other;count=1');
    });

    it('are reported for a query and for an error, too', async () => {
      const response = await ministry.get('health.pathologyStats', { year: 2026, months: 3 });
      expect(payload(response)).toEqual([]);
      expect(fieldsOf(response)).toBe('"months";meant="month"');
      const refused = await doctor.post('consultations.record', { patientID: 'P-1' });
      expect(refused.status).toBe(400);
      expect(fieldsOf(refused)).toBe('"patientID";meant="patientId"');
    });

    it('are not reported to a caller without access', async () => {
      const anonymous = new PlainCaller(origin);
      const response = await anonymous.post('consultations.record', { external_id: '1' });
      expect(response.status).toBe(401);
      expect(response.headers).not.toHaveProperty(HEADER);
    });

    it('are reported for each call of a batch', async () => {
      const response = await ministry.batch(
        ['health.pathologyStats', { year: 2026, months: 3 }],
        ['health.pathologyStats', { year: 2026 }],
        ['health.medicationStats', { year: 2026, Country: 'KE', any: 1 }],
      );
      expect(response.status).toBe(200);
      expect(fieldsOf(response)).toBe(
        '"months";call=0;meant="month", "Country";call=2;meant="country", other;call=2;count=1',
      );
    });

    it('are reported for each call of a streamed batch', async () => {
      const cookie = await platform.session({ role: 'ministry', country: 'KE' });
      const response = await request(origin)
        .post('/api/trpc/health.pathologyStats,consultations.record?batch=1')
        .set({ Cookie: cookie, 'trpc-accept': 'application/jsonl' })
        .responseType('blob')
        .send({ 0: { json: { year: 2026, months: 3 } }, 1: { json: { external_id: 1 } } });
      expect(fieldsOf(response)).toBe('"months";call=0;meant="month"');
    });

    it('are reported in the same way when the stored response of an Idempotency-Key is repeated', async () => {
      const key = { 'Idempotency-Key': 'one' };
      const first = await record({ external_id: 'clinic-7/2' }, key);
      const second = await record({ external_id: 'clinic-7/2' }, key);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(second.text).toBe(first.text);
      expect(fieldsOf(second)).toBe('"external_id";meant="externalId"');
    });

    it('are reported up to ten, in a header of ASCII without quotes', async () => {
      const consultations = Array.from({ length: 20 }, () => ({ ...CONSULTATION, 'еxternalId"': 1 }));
      const response = await doctor.post('consultations.recordMany', { consultations });
      const { warnings } = Object(payload(response)) as { warnings: { path: string }[] };
      expect(warnings).toHaveLength(10);
      expect(warnings[0]?.path).toBe('consultations[0].<U+0435>xternalId<U+0022>');
      expect(fieldsOf(response)).toMatch(
        /^"consultations\[0\]\.<U\+0435>xternalId<U\+0022>";meant="externalId", .*, other;count=10$/,
      );
    });
  });

  describe.each([
    { how: 'Prefer: handling=strict', headers: STRICT, query: {} },
    { how: '?strict=1', headers: {}, query: { strict: '1' } },
  ])('with $how', ({ headers, query }) => {
    const post = async (procedure: string, input: unknown): Promise<Response> =>
      request(origin)
        .post(`/api/trpc/${procedure}`)
        .query(query)
        .set({ Cookie: await platform.session({ role: 'doctor', country: 'KE' }), ...headers })
        .send({ 0: { json: input } });

    it('are refused with their paths and the fields that were probably meant', async () => {
      const before = await countConsultations(platform.database);
      const response = await post('consultations.recordMany', {
        consultations: [CONSULTATION, { ...CONSULTATION, external_id: '1', ward: 'x' }],
        Consultation: 1,
      });
      expect(failure(response)).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
        message:
          'consultations[1].external_id: unknown field, did you mean externalId?; Consultation: unknown field, did you mean consultations?; consultations[1].ward: unknown field',
      });
      expect(await countConsultations(platform.database)).toBe(before);
    });

    it('do not matter if there are none', async () => {
      expect((await post('consultations.record', CONSULTATION)).status).toBe(200);
    });

    it('are refused for a procedure without input', async () => {
      expect(failure(await post('auth.me', { verbose: true })).message).toBe('verbose: unknown field');
      expect((await post('auth.me', {})).status).toBe(200);
    });

    it('are refused in a bounded message', async () => {
      const names = Array.from({ length: 300 }, (_, index) => [`ward${index}${'x'.repeat(30)}`, 1]);
      const response = await post('consultations.record', {
        ...CONSULTATION,
        ...(Object.fromEntries(names) as object),
      });
      const { message } = failure(response);
      expect(message).toMatch(/; and 290 more$/);
      expect(message.length).toBeLessThan(2_000);
    });

    it.each([
      'Amina Otieno',
      'P-10482',
      'patient10482',
      '0712345678',
      'Otieno, A.',
      'a'.repeat(41),
      'Amiña',
      '',
    ])('are counted without the name %j, which no program wrote', async (name) => {
      const response = await post('consultations.recordMany', {
        consultations: [{ ...CONSULTATION, [name]: 'positive' }],
        ward: 1,
      });
      expect(failure(response).message).toBe('ward: unknown field; and 1 more');
      const only = await post('consultations.record', { ...CONSULTATION, [name]: 1, [`${name} `]: 1 });
      expect(failure(only).message).toBe('input: 2 unknown fields, whose names are not repeated here');
    });
  });

  it('are found in milliseconds in the longest input', async () => {
    const name = (index: number) => `external${index}_`.padEnd(10, 'x');
    const consultations = Array.from({ length: 1_000 }, (_, item) =>
      Object.fromEntries(Array.from({ length: 40 }, (__, field) => [name(item * 10 + field), null])),
    );
    const { input } = contracts.consultations.recordMany;
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      times.push(await measureProcessorTime(() => findUnknownFields(input, { consultations })));
    process.stdout.write(`40,000 unknown fields: ${times.map(Math.round).join(', ')} ms\n`);
    expect(findUnknownFields(input, { consultations }).count).toBe(40_000);
    expect(Math.min(...times)).toBeLessThan(100);
  });

  it('the response says that the preference was applied', async () => {
    expect((await record({}, STRICT)).headers['preference-applied']).toBe('handling=strict');
    const several = await record({ ward: 1 }, { Prefer: 'respond-async, handling=strict; wait=10' });
    expect(several.status).toBe(400);
    expect(several.headers['preference-applied']).toBe('handling=strict');
    expect((await record({}, { Prefer: 'handling=lenient' })).headers).not.toHaveProperty(
      'preference-applied',
    );
    const stored = await request(origin).get('/api/trpc/specialties.list').set(STRICT);
    expect(stored.headers['preference-applied']).toBe('handling=strict');
  });

  it('are refused in strict calls of a batch, each by itself', async () => {
    const response = await request(origin)
      .post('/api/trpc/health.pathologyStats,health.pathologyStats?batch=1&strict=1')
      .set('Cookie', await platform.session({ role: 'ministry', country: 'KE' }))
      .send({ 0: { json: { year: 2026 } }, 1: { json: { year: 2026, months: 3 } } });
    expect(response.status).toBe(207);
    expect(response.body).toMatchObject([
      { result: { data: { json: [] } } },
      { error: { json: { message: 'months: unknown field, did you mean month?' } } },
    ]);
  });

  it('are refused in a strict subscription', async () => {
    const response = await request(origin)
      .get('/api/trpc/chatbot.reply')
      .query({ strict: 1, input: JSON.stringify({ json: { message_id: 'x' } }) });
    expect(failure(response).message).toBe('message_id: unknown field, did you mean messageId?');
  });
});
