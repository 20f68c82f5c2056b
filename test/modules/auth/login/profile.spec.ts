import { readProfile } from '../../../../src/modules/auth/login/profile';
import { LoginRefusedException } from '../../../../src/modules/auth/login/login-refused.exception';
import { PortalError } from '../../../../src/modules/auth/portal/portal-error';
import { testEnvironment } from '../../../support/environment';

type Claims = Readonly<Record<string, unknown>>;
type Settings = Readonly<Record<string, string>>;

const read = (claims: Claims, settings: Settings = {}) =>
  readProfile({ sub: 'amina', ...claims }, testEnvironment(settings));

const roleOf = (claims: Claims, settings: Settings = {}) => read(claims, settings).role;

describe('the identity of a profile', () => {
  it('has subject, email and name', () => {
    expect(read({ email: 'amina@example.org', name: 'Amina Otieno' })).toEqual({
      subject: 'amina',
      email: 'amina@example.org',
      name: 'Amina Otieno',
      role: 'user',
      country: null,
    });
  });

  it.each([
    ['no claims at all', undefined],
    ['a list', ['sub']],
    ['text', 'amina'],
    ['no subject', { email: 'amina@example.org' }],
    ['a subject that is a number', { sub: 7 }],
    ['an empty subject', { sub: '' }],
    ['a subject with a NUL character', { sub: 'am\0ina' }],
    ['a subject of more than 255 characters', { sub: 'x'.repeat(256) }],
  ])('throws PortalError for %s', (_case, claims) => {
    expect(() => readProfile(claims, testEnvironment())).toThrow(PortalError);
  });

  it('has an empty email and name if the claims are missing or not text', () => {
    expect(read({})).toMatchObject({ email: '', name: '' });
    expect(read({ email: null, name: { given: 'Amina' } })).toMatchObject({ email: '', name: '' });
  });

  it('has preferred_username as the name if the name is empty', () => {
    expect(read({ name: ' ', preferred_username: 'amina.o' }).name).toBe('amina.o');
  });

  it('has no NUL characters, lone surrogates or surrounding spaces, and at most 320 characters', () => {
    const { email, name } = read({ email: ' am\0ina@example.org ', name: 'Ami\0na \ud800' });
    expect(email).toBe('amina@example.org');
    expect(name).toBe('Amina \ufffd');
    expect(read({ name: 'x'.repeat(5_000) }).name).toHaveLength(320);
  });

  it('is not truncated within a surrogate pair', () => {
    expect(read({ name: '𝒜'.repeat(400) + 'x' }).name.isWellFormed()).toBe(true);
    expect(read({ name: `x${'𝒜'.repeat(400)}` }).name.isWellFormed()).toBe(true);
  });
});

describe('the role of a profile', () => {
  it.each(['admin', 'ministry', 'doctor', 'pharmacist', 'user'])('is %s for the same claim', (role) => {
    expect(roleOf({ role })).toBe(role);
  });

  it('is read from a path through nested claims', () => {
    const settings = { OAUTH_ROLE_CLAIM: 'realm_access.roles' };
    expect(roleOf({ realm_access: { roles: ['doctor'] } }, settings)).toBe('doctor');
    expect(roleOf({ realm_access: 'doctor' }, settings)).toBe('user');
    expect(roleOf({ role: 'doctor' }, settings)).toBe('user');
  });

  it('is read from a claim whose name contains dots', () => {
    const settings = { OAUTH_ROLE_CLAIM: 'https://health.example/role' };
    expect(roleOf({ 'https://health.example/role': 'ministry' }, settings)).toBe('ministry');
  });

  it('is the highest of several roles in any order', () => {
    expect(roleOf({ role: ['user', 'doctor', 'ministry', 'pharmacist'] })).toBe('ministry');
    expect(roleOf({ role: ['admin', 'user'] })).toBe('admin');
  });

  it('is not taken from unknown names', () => {
    expect(roleOf({ role: ['offline_access', 'pharmacist', 'Doctor'] })).toBe('pharmacist');
    expect(roleOf({ role: ['constructor', '__proto__'] })).toBe('user');
  });

  it('is read only through OAUTH_ROLE_MAP if it is set', () => {
    const settings = { OAUTH_ROLE_MAP: 'clinician=doctor,moh=ministry' };
    expect(roleOf({ role: 'clinician' }, settings)).toBe('doctor');
    expect(roleOf({ role: ['clinician', 'moh'] }, settings)).toBe('ministry');
    expect(roleOf({ role: ['admin', 'clinician'] }, settings)).toBe('doctor');
    expect(roleOf({ role: 'admin' }, settings)).toBe('user');
  });

  it('is DEFAULT_ROLE without a known role', () => {
    const settings = { DEFAULT_ROLE: 'doctor' };
    expect(roleOf({}, settings)).toBe('doctor');
    expect(roleOf({ role: null }, settings)).toBe('doctor');
    expect(roleOf({ role: [] }, settings)).toBe('doctor');
    expect(roleOf({ role: 'visitor' }, settings)).toBe('doctor');
    expect(roleOf({ role: 'pharmacist' }, settings)).toBe('pharmacist');
  });

  it('is not read from inherited properties', () => {
    expect(roleOf({}, { OAUTH_ROLE_CLAIM: 'constructor.name' })).toBe('user');
  });

  it.each([[7], [true], [{ name: 'doctor' }], [['doctor', 7]], [[['doctor']]]])(
    'is refused if it is malformed: %j',
    (role) => {
      expect(() => roleOf({ role })).toThrow(LoginRefusedException);
    },
  );
});

describe('ADMIN_EMAILS', () => {
  const settings = { ADMIN_EMAILS: 'Amina@example.org, juma@example.org' };

  it('makes a verified address an administrator, in any case and with any role', () => {
    expect(roleOf({ email: 'AMINA@example.org', email_verified: true }, settings)).toBe('admin');
    expect(roleOf({ email: 'juma@example.org', email_verified: true, role: 'user' }, settings)).toBe('admin');
  });

  it.each([[false], [undefined], ['true'], [1]])(
    'ignores an address that is not verified: %j',
    (verified) => {
      const claims = { email: 'amina@example.org', email_verified: verified, role: 'doctor' };
      expect(roleOf(claims, settings)).toBe('doctor');
    },
  );

  it('makes nobody an administrator if it is empty', () => {
    expect(roleOf({ email: '', email_verified: true })).toBe('user');
    expect(roleOf({ email: 'amina@example.org', email_verified: true })).toBe('user');
  });
});

describe('the country of a profile', () => {
  const countryOf = (claims: Claims, settings: Settings = {}) => read(claims, settings).country;

  it('is an ISO code in capitals', () => {
    expect(countryOf({ country: 'KE' })).toBe('KE');
    expect(countryOf({ country: 'sn' })).toBe('SN');
  });

  it('is all countries for the claim *', () => {
    expect(countryOf({ country: '*' })).toBe('*');
  });

  it('is null without a claim', () => {
    expect(countryOf({})).toBeNull();
    expect(countryOf({ country: null })).toBeNull();
  });

  it('is read from a path through nested claims', () => {
    expect(countryOf({ address: { country: 'TZ' } }, { OAUTH_COUNTRY_CLAIM: 'address.country' })).toBe('TZ');
  });

  it.each([['XX'], ['ZZ'], ['Kenya'], ['KEN'], [''], [' KE'], ['**'], [254], [['KE']], [{ code: 'KE' }]])(
    'is refused if it is malformed: %j',
    (country) => {
      expect(() => countryOf({ country })).toThrow(LoginRefusedException);
    },
  );

  it('is named in the refusal without its value', () => {
    expect(() => countryOf({ country: 'Atlantis' })).toThrow(/record of your country cannot be read/);
    expect(() => countryOf({ country: 'Atlantis' })).not.toThrow(/Atlantis/);
  });
});
