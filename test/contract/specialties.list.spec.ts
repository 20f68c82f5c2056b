import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import { type Platform, startPlatform } from '../support/platform';
import { LOGIN_REQUIRED, PlainCaller, failure, payload } from '../support/plain-caller';

const list = z.array(
  z.strictObject({ id: z.uuid(), name: z.string().min(1), description: z.string().min(1) }),
);

describe('specialties.list', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  it('lists at least forty specialties to anyone, each with id, name and description only', async () => {
    const specialties = list.parse(payload(await anyone.get('specialties.list')));
    expect(specialties.length).toBeGreaterThanOrEqual(40);
    expect(specialties.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Cardiology', 'Dermatology', 'Paediatrics']),
    );
  });

  it('lists every specialty once, by name, each description one sentence', async () => {
    const specialties = list.parse(payload(await anyone.get('specialties.list')));
    const names = specialties.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    for (const { description } of specialties) expect(description).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('answers the same list, with the same ids, every time', async () => {
    const first = payload(await anyone.get('specialties.list'));
    expect(payload(await anyone.get('specialties.list'))).toStrictEqual(first);
  });

  it.each(ROLES)('answers a %s as it answers anyone', async (role) => {
    const caller = anyone.as(await platform.session({ role }));
    const theirs = payload(await caller.get('specialties.list'));
    expect(theirs).toStrictEqual(payload(await anyone.get('specialties.list')));
  });

  it('refuses a session that is not valid rather than take its holder for a stranger', async () => {
    const caller = anyone.as(`session=${'A'.repeat(43)}`);
    expect(failure(await caller.get('specialties.list'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('has no neighbour that a misspelt name could reach', async () => {
    expect(failure(await anyone.get('specialties.lists'))).toStrictEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'no procedure has this name',
    });
  });
});
