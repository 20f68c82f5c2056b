import request from 'supertest';
import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import { LOGIN_REQUIRED, failure, payload } from '../support/plain-caller';
import { notFound } from './failures';
import { ListeningSuite } from '../support/listening-suite';
import { until } from '../support/until';

const responseSchema = z.array(
  z.strictObject({ id: z.uuid(), name: z.string().min(1), description: z.string().min(1) }),
);

describe('specialties.list', () => {
  const here = new ListeningSuite();

  it('lists at least forty specialties to anonymous callers, each with id, name and description only', async () => {
    const specialties = responseSchema.parse(payload(await here.anyone.get('specialties.list')));
    expect(specialties.length).toBeGreaterThanOrEqual(40);
    expect(specialties.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Cardiology', 'Dermatology', 'Paediatrics']),
    );
  });

  it('lists each specialty once, by name, with a description of one sentence', async () => {
    const specialties = responseSchema.parse(payload(await here.anyone.get('specialties.list')));
    const names = specialties.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    for (const { description } of specialties) expect(description).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('returns the same list with the same ids every time', async () => {
    const first = payload(await here.anyone.get('specialties.list'));
    expect(payload(await here.anyone.get('specialties.list'))).toStrictEqual(first);
  });

  it.each(ROLES)('returns the same list to a %s as to anonymous callers', async (role) => {
    const caller = await here.as(role);
    const ofRole = payload(await caller.get('specialties.list'));
    expect(ofRole).toStrictEqual(payload(await here.anyone.get('specialties.list')));
  });

  describe('with an entity tag', () => {
    const get = (headers: Readonly<Record<string, string>> = {}) =>
      request(here.platform.server).get('/api/trpc/specialties.list').set(headers);

    it('returns 304 without a body to a caller that has the list', async () => {
      const { headers } = await get().expect(200);
      expect(headers['cache-control']).toBe('no-cache');
      for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
        const response = await get({ 'if-none-match': tag ?? '' }).expect(304);
        expect(response.text).toBe('');
        expect(response.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
      }
    });

    it('returns the list to a caller that has another one', async () => {
      const response = await get({ 'if-none-match': '"other"' }).expect(200);
      expect(responseSchema.parse(payload(response)).length).toBeGreaterThan(0);
    });

    it('returns 401 to a caller that has the list and an invalid session', async () => {
      const { headers } = await get().expect(200);
      const cookie = `session=${'A'.repeat(43)}`;
      expect(failure(await get({ 'if-none-match': headers.etag ?? '', cookie }))).toStrictEqual(
        LOGIN_REQUIRED,
      );
    });

    it('checks the token of a caller that has the list', async () => {
      const { headers } = await get().expect(200);
      const response = await get({ 'if-none-match': headers.etag ?? '', authorization: 'Bearer unknown' });
      // The portal, whose keys are needed for the check, does not run here.
      expect(failure(response).code).toBe('SERVICE_UNAVAILABLE');
    });

    it('sends none in a batch or to a POST request', async () => {
      const path = '/api/trpc/specialties.list';
      const batch = await request(here.platform.server).get(`${path}?batch=1`).expect(200);
      const post = await request(here.platform.server).post(path).expect(200);
      for (const { headers } of [batch, post]) {
        expect(headers).not.toHaveProperty('etag');
        expect(headers['cache-control']).toBe('no-store');
      }
    });
  });

  it('lists a change of the catalogue within a second', async () => {
    const names = async () =>
      responseSchema.parse(payload(await here.anyone.get('specialties.list'))).map(({ name }) => name);
    const before = await names();
    await here.database.query(`UPDATE specialty SET name = 'Cardiology (adults)' WHERE name = 'Cardiology'`);
    try {
      await until('the change is listed', async () => (await names()).includes('Cardiology (adults)'), {
        within: 3_000,
      });
      expect(await names()).toHaveLength(before.length);
    } finally {
      await here.database.query(
        `UPDATE specialty SET name = 'Cardiology' WHERE name = 'Cardiology (adults)'`,
      );
    }
  });

  it('returns 404 for a misspelt procedure name', async () => {
    expect(failure(await here.anyone.get('specialties.lists'))).toStrictEqual(
      notFound('no procedure has this name: did you mean specialties.list?'),
    );
  });
});
