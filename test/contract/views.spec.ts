import { SessionStore } from '../../src/modules/auth/sessions/session.store';
import { viewsContract } from '../../src/modules/views/views.contract';
import { callWithToken } from '../modules/auth/tokens/call-with-token';
import { SigningPortal } from '../modules/auth/tokens/signing-portal';
import { ListeningSuite } from '../support/listening-suite';
import { suitePlatform } from '../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  type PlainCaller,
  badRequest,
  failure,
  payload,
} from '../support/plain-caller';
import { conflict, notFound } from './failures';

const QUERY = 'period=2026-03&country=KE&pathologies=Cholera&pathologies=Malaria&years=3&show=rates';
const NO_VIEW = notFound('name: you have no view of this name');

describe('saved views', () => {
  const here = new ListeningSuite();

  const list = async (caller: PlainCaller) => {
    const response = await caller.get('views.list');
    return viewsContract.list.output.strict().parse(payload(response)).data;
  };
  const names = async (caller: PlainCaller) => (await list(caller)).map(({ name }) => name);
  const save = async (caller: PlainCaller, name: string, query = QUERY) => {
    const response = await caller.post('views.save', { name, query });
    return viewsContract.save.output.strict().parse(payload(response)).data;
  };

  it('are saved, listed by name, replaced, renamed and deleted', async () => {
    const caller = await here.ministry('KE');
    expect(await list(caller)).toEqual([]);
    const first = await save(caller, ' Kenya ', `?${QUERY}`);
    expect(first).toEqual({ name: 'Kenya', query: QUERY, savedAt: expect.any(String) as string });
    await save(caller, 'africa');
    expect(await names(caller)).toEqual(['africa', 'Kenya']);
    const replaced = await save(caller, 'Kenya', 'period=2026-W11');
    expect(replaced.query).toBe('period=2026-W11');
    payload(await caller.post('views.rename', { name: 'Kenya', newName: 'Coast' }));
    expect(await list(caller)).toMatchObject([
      { name: 'africa' },
      { name: 'Coast', query: 'period=2026-W11' },
    ]);
    expect(payload(await caller.post('views.delete', { name: 'africa' }))).toEqual({
      success: true,
      data: { name: 'africa' },
    });
    expect(await names(caller)).toEqual(['Coast']);
  });

  it('are those of the account in each of its sessions, and of no other account', async () => {
    const desk = await here.ministry('KE');
    const token = await here.platform.app.get(SessionStore).create(await here.accountOf(desk));
    const home = here.anyone.as(`session=${token}`);
    await save(desk, 'Kenya');
    expect(await names(home)).toEqual(['Kenya']);
    const other = await here.ministry('KE');
    expect(await list(other)).toEqual([]);
    const renamed = await other.post('views.rename', { name: 'Kenya', newName: 'Mine' });
    expect(failure(renamed)).toEqual(NO_VIEW);
    payload(await other.post('views.delete', { name: 'Kenya' }));
    expect(await names(desk)).toEqual(['Kenya']);
    await save(other, 'Kenya', 'period=2025');
    expect((await list(desk))[0]?.query).toBe(QUERY);
  });

  it('keep their name if another view has the new one', async () => {
    const caller = await here.ministry('KE');
    await save(caller, 'One', 'period=2025');
    await save(caller, 'Two');
    const refused = await caller.post('views.rename', { name: 'Two', newName: 'One' });
    expect(failure(refused)).toEqual(
      conflict('newName: you have another view of this name; delete it first, or choose another name'),
    );
    payload(await caller.post('views.rename', { name: 'Two', newName: 'Two' }));
    expect(await names(caller)).toEqual(['One', 'Two']);
  });

  it('are renamed and deleted also if the call is repeated because its response was lost', async () => {
    const caller = await here.ministry('KE');
    await save(caller, 'One');
    const rename = () => caller.post('views.rename', { name: 'One', newName: 'Two' });
    const renamed = payload(await rename());
    expect(payload(await rename())).toEqual(renamed);
    expect(await names(caller)).toEqual(['Two']);
    const remove = () => caller.post('views.delete', { name: 'Two' });
    const deleted = payload(await remove());
    expect(payload(await remove())).toEqual(deleted);
    expect(failure(await rename())).toEqual(NO_VIEW);
    expect(await names(caller)).toEqual([]);
  });

  it('are at most 50, also if they are saved at the same time', async () => {
    const caller = await here.ministry('KE');
    await here.database.query(
      `INSERT INTO saved_view (account_id, name, query) SELECT $1, 'View ' || number, '' FROM generate_series(1, 49) number`,
      [await here.accountOf(caller)],
    );
    // A slow insert, so that the calls meet.
    await here.database.query(
      `CREATE FUNCTION wait_a_moment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$`,
    );
    await here.database.query(
      'CREATE TRIGGER wait_a_moment BEFORE INSERT ON saved_view FOR EACH ROW EXECUTE FUNCTION wait_a_moment()',
    );
    const saved = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        caller.post('views.save', { name: `New ${index}`, query: QUERY }),
      ),
    );
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(1);
    const [refused] = saved.filter(({ status }) => status !== 200);
    expect(refused && failure(refused)).toEqual({
      status: 422,
      code: 'UNPROCESSABLE_CONTENT',
      message: 'name: you have 50 views, the most that an account may have; delete one first',
    });
    expect((await save(caller, 'View 1', 'period=2025')).query).toBe('period=2025');
    expect(await list(caller)).toHaveLength(50);
  });

  it.each([
    'period=2026-W11',
    'period=2026-Q1&country=ZZ',
    'pathologies=',
    'pathologies=Lake+fever&slots=6&map=Lake+fever',
    'lines=KE&lines=UG&from=2024-01&to=2025-12&by=week&lang=ar',
  ])('have what the dashboard knows: %s', async (query) => {
    expect((await save(await here.ministry('KE'), 'View', query)).query).toBe(query);
  });

  it.each<[string, unknown]>([
    [
      'next=https://example.org',
      'query: the dashboard has no "next"; send only period, country, pathologies, slots, map, lines, years, from, to, by, show, lang',
    ],
    ['https://example.org/?period=2026', expect.stringMatching(/^query: the dashboard has no/)],
    ['', 'query: must not be empty'],
    ['?', 'query: must not be empty'],
    ['&', 'query: must not be empty'],
    ['period=yesterday', 'query: period must not be "yesterday"'],
    ['country=XX', 'query: country must not be "XX"'],
    ['period=2026&period=2025', 'query: expected period at most once'],
    ['lines=KE&'.repeat(7), 'query: expected lines at most 6 times'],
    ['slots=77', 'query: slots must not be "77"'],
    ['from=2026', 'query: from must not be "2026"'],
    ['show=names', 'query: show must not be "names"'],
    [`map=${'x'.repeat(201)}`, expect.stringMatching(/^query: map must not be/)],
    ['x'.repeat(4_001), 'query: expected at most 4000 characters'],
  ])('have nothing else: %s', async (query, message) => {
    const caller = await here.ministry('KE');
    const refused = await caller.post('views.save', { name: 'View', query });
    expect(failure(refused)).toEqual({ ...badRequest(''), message });
    expect(await list(caller)).toEqual([]);
  });

  it.each([
    ['', 'name: must not be empty'],
    ['x'.repeat(61), 'name: expected at most 60 characters'],
    ['a\nb', 'name: must be a single line without control characters'],
  ])('have a name: %j', async (name, message) => {
    const refused = await (await here.ministry('KE')).post('views.save', { name, query: QUERY });
    expect(failure(refused)).toEqual(badRequest(message));
  });

  const refusals = async (caller: PlainCaller) => [
    failure(await caller.get('views.list')),
    failure(await caller.post('views.save', { name: 'View', query: QUERY })),
    failure(await caller.post('views.rename', { name: 'View', newName: 'Other' })),
    failure(await caller.post('views.delete', { name: 'View' })),
  ];

  it.each(['ministry', 'admin'] as const)('are there for a %s', async (role) => {
    const caller = await here.as(role, '*');
    await save(caller, 'View');
    expect(await names(caller)).toEqual(['View']);
  });

  it.each(['doctor', 'pharmacist', 'user'] as const)('are refused to a %s', async (role) => {
    expect(await refusals(await here.as(role, 'KE'))).toEqual(Array(4).fill(PERMISSION_REQUIRED));
  });

  it('are refused to an anonymous caller', async () => {
    expect(await refusals(here.anyone)).toEqual(Array(4).fill(LOGIN_REQUIRED));
  });
});

describe('saved views of a machine', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => portal.settings);
  afterAll(() => portal.stop());

  it('need a scope of the role', async () => {
    const call = async (scope: string) =>
      callWithToken(platform, await portal.sign({ claims: { scope } }), [
        'views.save',
        { name: 'View', query: QUERY },
      ]);
    payload(await call('role:ministry country:KE'));
    for (const scope of ['role:doctor country:KE', 'country:KE'])
      expect(failure(await call(scope))).toEqual(PERMISSION_REQUIRED);
  });
});
