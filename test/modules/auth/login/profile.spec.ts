import { readProfile } from '../../../../src/modules/auth/login/profile';
import { LoginRefusedException } from '../../../../src/modules/auth/login/login-refused.exception';
import { PortalError } from '../../../../src/modules/auth/portal/portal-error';
import { testEnvironment } from '../../../support/environment';

type Claims = Readonly<Record<string, unknown>>;
type Settings = Readonly<Record<string, string>>;

const read = (claims: Claims, settings: Settings = {}) =>
  readProfile({ sub: 'amina', ...claims }, testEnvironment(settings));

const roleOf = (claims: Claims, settings: Settings = {}) => read(claims, settings).role;

describe('who a profile names', () => {
  it('is its subject, with e-mail and name', () => {
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
  ])('is nobody where there is %s', (_case, claims) => {
    expect(() => readProfile(claims, testEnvironment())).toThrow(PortalError);
  });

  it('has empty text for an e-mail and a name that are missing or no text', () => {
    expect(read({})).toMatchObject({ email: '', name: '' });
    expect(read({ email: null, name: { given: 'Amina' } })).toMatchObject({ email: '', name: '' });
  });

  it('goes by the user name where the portal gives no other', () => {
    expect(read({ name: ' ', preferred_username: 'amina.o' }).name).toBe('amina.o');
  });

  it('keeps nothing that a database refuses: NUL characters and lone surrogates go, spaces around too', () => {
    const { email, name } = read({ email: ' am\0ina@example.org ', name: 'Ami\0na \ud800' });
    expect(email).toBe('amina@example.org');
    expect(name).toBe('Amina \ufffd');
    expect(read({ name: 'x'.repeat(5_000) }).name).toHaveLength(320);
  });

  it('is cut short at no half of a character', () => {
    expect(read({ name: '𝒜'.repeat(400) + 'x' }).name.isWellFormed()).toBe(true);
    expect(read({ name: `x${'𝒜'.repeat(400)}` }).name.isWellFormed()).toBe(true);
  });
});

describe('the role of a profile', () => {
  it.each(['admin', 'ministry', 'doctor', 'pharmacist', 'user'])('is %s where the portal says so', (role) => {
    expect(roleOf({ role })).toBe(role);
  });

  it('is read at a path through nested claims', () => {
    const settings = { OAUTH_ROLE_CLAIM: 'realm_access.roles' };
    expect(roleOf({ realm_access: { roles: ['doctor'] } }, settings)).toBe('doctor');
    expect(roleOf({ realm_access: 'doctor' }, settings)).toBe('user');
    expect(roleOf({ role: 'doctor' }, settings)).toBe('user');
  });

  it('is read under a name that has dots, as portals give to claims of their own', () => {
    const settings = { OAUTH_ROLE_CLAIM: 'https://health.example/role' };
    expect(roleOf({ 'https://health.example/role': 'ministry' }, settings)).toBe('ministry');
  });

  it('is the highest of several, in whatever order they come', () => {
    expect(roleOf({ role: ['user', 'doctor', 'ministry', 'pharmacist'] })).toBe('ministry');
    expect(roleOf({ role: ['admin', 'user'] })).toBe('admin');
  });

  it('passes over names that are none of ours', () => {
    expect(roleOf({ role: ['offline_access', 'pharmacist', 'Doctor'] })).toBe('pharmacist');
    expect(roleOf({ role: ['constructor', '__proto__'] })).toBe('user');
  });

  it('is translated, where a map is set, and then by the map alone', () => {
    const settings = { OAUTH_ROLE_MAP: 'clinician=doctor,moh=ministry' };
    expect(roleOf({ role: 'clinician' }, settings)).toBe('doctor');
    expect(roleOf({ role: ['clinician', 'moh'] }, settings)).toBe('ministry');
    expect(roleOf({ role: ['admin', 'clinician'] }, settings)).toBe('doctor');
    expect(roleOf({ role: 'admin' }, settings)).toBe('user');
  });

  it('is DEFAULT_ROLE where the portal gives none', () => {
    const settings = { DEFAULT_ROLE: 'doctor' };
    expect(roleOf({}, settings)).toBe('doctor');
    expect(roleOf({ role: null }, settings)).toBe('doctor');
    expect(roleOf({ role: [] }, settings)).toBe('doctor');
    expect(roleOf({ role: 'visitor' }, settings)).toBe('doctor');
    expect(roleOf({ role: 'pharmacist' }, settings)).toBe('pharmacist');
  });

  it('is not taken from what every object inherits', () => {
    expect(roleOf({}, { OAUTH_ROLE_CLAIM: 'constructor.name' })).toBe('user');
  });

  it.each([[7], [true], [{ name: 'doctor' }], [['doctor', 7]], [[['doctor']]]])(
    'refuses the login where it is malformed: %j',
    (role) => {
      expect(() => roleOf({ role })).toThrow(LoginRefusedException);
    },
  );
});

describe('the first administrators', () => {
  const settings = { ADMIN_EMAILS: 'Amina@example.org, juma@example.org' };

  it('are those whose verified address is listed, in any case and whatever the portal says of their role', () => {
    expect(roleOf({ email: 'AMINA@example.org', email_verified: true }, settings)).toBe('admin');
    expect(roleOf({ email: 'juma@example.org', email_verified: true, role: 'user' }, settings)).toBe('admin');
  });

  it.each([[false], [undefined], ['true'], [1]])(
    'are not those whose address is not verified: %j',
    (verified) => {
      const claims = { email: 'amina@example.org', email_verified: verified, role: 'doctor' };
      expect(roleOf(claims, settings)).toBe('doctor');
    },
  );

  it('are nobody where none is listed, not even who has no address', () => {
    expect(roleOf({ email: '', email_verified: true })).toBe('user');
    expect(roleOf({ email: 'amina@example.org', email_verified: true })).toBe('user');
  });
});

describe('the country of a profile', () => {
  const countryOf = (claims: Claims, settings: Settings = {}) => read(claims, settings).country;

  it('is an ISO code, in capitals', () => {
    expect(countryOf({ country: 'KE' })).toBe('KE');
    expect(countryOf({ country: 'sn' })).toBe('SN');
  });

  it('is all of them where the portal writes *', () => {
    expect(countryOf({ country: '*' })).toBe('*');
  });

  it('is none where the portal says nothing', () => {
    expect(countryOf({})).toBeNull();
    expect(countryOf({ country: null })).toBeNull();
  });

  it('is read at a path through nested claims', () => {
    expect(countryOf({ address: { country: 'TZ' } }, { OAUTH_COUNTRY_CLAIM: 'address.country' })).toBe('TZ');
  });

  it.each([['XX'], ['ZZ'], ['Kenya'], ['KEN'], [''], [' KE'], ['**'], [254], [['KE']], [{ code: 'KE' }]])(
    'refuses the login where it is malformed: %j',
    (country) => {
      expect(() => countryOf({ country })).toThrow(LoginRefusedException);
    },
  );

  it('says in a refusal what cannot be read, and not what it was', () => {
    expect(() => countryOf({ country: 'Atlantis' })).toThrow(/record of your country cannot be read/);
    expect(() => countryOf({ country: 'Atlantis' })).not.toThrow(/Atlantis/);
  });
});
