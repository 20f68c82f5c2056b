import { DatabaseError } from 'pg';
import request from 'supertest';
import { QueryFailedError } from 'typeorm';
import { z } from 'zod';
import { DatabaseBusyError } from '../../../src/platform/database/database-busy-error';
import { errorSerializer } from '../../../src/platform/logging/error-serializer';
import { type Platform, startPlatform } from '../../support/platform';

const REQUEST_ID = '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10';

const causeLine = z.object({
  requestId: z.literal(REQUEST_ID),
  err: z.object({ cause: z.looseObject({ type: z.literal('QueryFailedError') }) }),
});

/** Returns the only database error in the log. */
function findLoggedCause({ logLines }: Platform): unknown {
  const causes = logLines.flatMap((line) => causeLine.safeParse(JSON.parse(line)).data?.err.cause ?? []);
  expect(causes).toHaveLength(1);
  return causes[0];
}

const MASKED_MESSAGE = `Something went wrong on our side. Please quote request ${REQUEST_ID}.`;

const RECORD = { patientId: 'P-10482', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };

describe.each(['development', 'production'])('a database error with NODE_ENV=%s', (NODE_ENV) => {
  let platform: Platform;

  beforeEach(async () => {
    platform = await startPlatform({ NODE_ENV, LOG_FORMAT: 'json', PUBLIC_URL: 'http://localhost:3000' });
    await platform.listen();
  });

  afterEach(async () => {
    await platform.close();
  });

  const isShown = NODE_ENV !== 'production';

  it('is masked in the response', async () => {
    await platform.database.query('DROP TABLE specialty');
    const { status, text } = await request(platform.server)
      .get('/api/trpc/specialties.list')
      .set('x-request-id', REQUEST_ID);
    expect(status).toBe(500);
    expect(text).toContain(MASKED_MESSAGE);
    expect(text).not.toMatch(/relation|specialty|42P01|\.ts/);
  });

  it(`${isShown ? 'shows' : 'hides'} its message and the line that sent the statement`, async () => {
    await platform.database.query('DROP TABLE specialty');
    await request(platform.server).get('/api/trpc/specialties.list').set('x-request-id', REQUEST_ID);
    const shown = {
      message: 'relation "specialty" does not exist',
      at: expect.stringMatching(/^src\/.*specialties\.service\.ts:\d+$/) as unknown,
    };
    expect(findLoggedCause(platform)).toEqual({
      type: 'QueryFailedError',
      code: '42P01',
      frames: expect.any(Array) as unknown,
      ...(isShown && shown),
    });
  });

  it.each([
    ['', {}],
    [' in a call with an idempotency key', { 'idempotency-key': '"key-of-mine"' }],
  ])(`${isShown ? 'shows' : 'hides'} detail and column of a missing value%s`, async (_case, headers) => {
    await platform.database.query('ALTER TABLE consultation ADD COLUMN ward text NOT NULL');
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    await request(platform.server)
      .post('/api/trpc/consultations.record')
      .set({ cookie, 'x-request-id': REQUEST_ID, ...headers })
      .send({ json: RECORD })
      .expect(500);
    const shown = {
      message: 'null value in column "ward" of relation "consultation" violates not-null constraint',
      detail: expect.stringContaining('P-10482') as unknown,
      column: 'ward',
      at: expect.stringMatching(/^src\/.*grouped-recording\.service\.ts:\d+$/) as unknown,
    };
    expect(findLoggedCause(platform)).toEqual({
      type: 'QueryFailedError',
      code: '23502',
      table: 'consultation',
      frames: expect.any(Array) as unknown,
      ...(isShown && shown),
    });
  });
});

describe('the serialized form of a database error', () => {
  const driverError = Object.assign(new DatabaseError('duplicate key P-10482', 20, 'error'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (patient_id)=(P-10482) already exists.',
    table: 'consultation',
    column: 'patient_id',
    constraint: 'consultation_key',
  });
  const failure = new QueryFailedError('INSERT', ['P-10482'], driverError);
  failure.stack = `QueryFailedError: ${failure.message}\n    at record (${__filename}:12:34)\n    at node:internal:1:2`;

  it('has only codes and names of the schema in production', () => {
    expect(JSON.stringify(errorSerializer({ NODE_ENV: 'production' })(failure))).toBe(
      `{"type":"QueryFailedError","code":"23505","constraint":"consultation_key","table":"consultation",` +
        `"frames":["at record (${__filename}:12:34)","at node:internal:1:2"]}`,
    );
  });

  it.each(['development', 'test'] as const)('has message, detail, column and line in %s', (NODE_ENV) => {
    expect(errorSerializer({ NODE_ENV })(failure)).toMatchObject({
      message: 'duplicate key P-10482',
      detail: 'Key (patient_id)=(P-10482) already exists.',
      column: 'patient_id',
      constraint: 'consultation_key',
      at: 'test/platform/logging/database-errors.spec.ts:12',
    });
  });

  it('has the message in production if too many statements wait', () => {
    const busy = new DatabaseBusyError('too many statements wait for the database');
    expect(errorSerializer({ NODE_ENV: 'production' })(busy)).toMatchObject({
      type: 'DatabaseBusyError',
      message: 'too many statements wait for the database',
    });
  });

  it('has neither message nor line for any other error', () => {
    const other = errorSerializer({ NODE_ENV: 'development' })(new SyntaxError('P-10482'));
    expect(Object.keys(other)).toEqual(['type', 'frames']);
  });
});
