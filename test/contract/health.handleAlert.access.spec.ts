import { callWithToken } from '../modules/auth/tokens/call-with-token';
import { SigningPortal } from '../modules/auth/tokens/signing-portal';
import { recordCase } from '../modules/health/alerts/alerts-suite';
import { suitePlatform } from '../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  PlainCaller,
  badRequest,
  failure,
  payload,
} from '../support/plain-caller';
import { AlertHandlingSuite, EBOLA } from './alert-handling-suite';
import { foreignCountry } from './failures';

const NOTE = { pathology: EBOLA, note: 'Called the district.' };
const ALERT = { pathology: EBOLA };

describe('who may handle an alert', () => {
  const here = new AlertHandlingSuite();

  beforeAll(async () => {
    for (const country of ['KE', 'UG']) await here.recordAlert(country);
  });

  const refusals = async (caller: PlainCaller, country?: string) => {
    const at = country === undefined ? {} : { country };
    return [
      failure(await caller.post('health.handleAlert', { ...NOTE, ...at })),
      failure(await caller.get('health.alertHandling', { ...ALERT, ...at })),
    ];
  };

  it.each([
    ['ministry', 'KE', {}],
    ['ministry', 'KE', { country: 'KEN' }],
    ['ministry', '*', { country: 'KE' }],
    ['admin', '*', { country: 'KE' }],
    ['admin', 'KE', {}],
  ] as const)('is a %s of %s with %j', async (role, country, input) => {
    const caller = await here.as(role, country);
    expect((await here.handle(caller, { ...NOTE, ...input })).country).toBe('KE');
    expect((await here.findHandling(caller, input)).country).toBe('KE');
  });

  it.each(['ministry', 'admin'] as const)('is not a %s of another country', async (role) => {
    const caller = await here.as(role, 'KE');
    expect(await refusals(caller, 'UG')).toEqual([foreignCountry(), foreignCountry()]);
    expect(await here.storedActs('UG')).toEqual([]);
  });

  it('is not a ministry without a country', async () => {
    const forbidden = {
      status: 403,
      code: 'FORBIDDEN',
      message: expect.stringMatching(/^Your account is tied to no country \(10003\)/) as string,
    };
    expect(await refusals(await here.ministry(null), 'KE')).toEqual([forbidden, forbidden]);
  });

  it('is asked for the country if the account may see all', async () => {
    const missing = badRequest('country: send the country of the alert, such as KE');
    expect(await refusals(await here.ministry('*'))).toEqual([missing, missing]);
  });

  it.each(['doctor', 'pharmacist', 'user'] as const)('is not a %s', async (role) => {
    const caller = await here.as(role, 'KE');
    expect(await refusals(caller, 'KE')).toEqual([PERMISSION_REQUIRED, PERMISSION_REQUIRED]);
  });

  it('is not an anonymous caller', async () => {
    expect(await refusals(here.anyone, 'KE')).toEqual([LOGIN_REQUIRED, LOGIN_REQUIRED]);
  });

  it('does not see in the alerts of its country what was done in another one', async () => {
    await here.handle(await here.ministry('UG'), NOTE);
    const [ofUganda] = await here.findAlerts(await here.ministry('UG'));
    expect(ofUganda?.handling?.notes).toBe(1);
    await here.recordAlert('TZ');
    const [alert] = await here.findAlerts(await here.ministry('TZ'));
    expect(alert).toMatchObject({ country: 'TZ' });
    expect(alert).not.toHaveProperty('handling');
  });
});

describe('a machine that handles an alert', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => portal.settings);
  afterAll(() => portal.stop());

  it('needs a scope of the role and of the country', async () => {
    const session = await platform.session({ role: 'doctor', country: 'KE' });
    await recordCase(new PlainCaller(await platform.listen()).as(session), EBOLA);
    const call = async (scope: string) =>
      callWithToken(platform, await portal.sign({ claims: { scope } }), [
        'health.handleAlert',
        { ...NOTE, country: 'KE' },
      ]);
    payload(await call('role:ministry country:KE'));
    payload(await call('role:admin country:*'));
    expect(failure(await call('role:ministry country:UG'))).toMatchObject({ status: 403 });
    expect(failure(await call('role:ministry'))).toMatchObject({ status: 403 });
    for (const scope of ['role:doctor country:KE', 'country:KE', ''])
      expect(failure(await call(scope))).toEqual(PERMISSION_REQUIRED);
  });
});
