import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import { failure, payload } from '../support/plain-caller';
import { notFound } from './failures';
import { ListeningSuite } from '../support/listening-suite';

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

  it('returns 404 for a misspelt procedure name', async () => {
    expect(failure(await here.anyone.get('specialties.lists'))).toStrictEqual(
      notFound('no procedure has this name'),
    );
  });
});
