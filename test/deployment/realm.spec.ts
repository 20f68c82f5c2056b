import { accounts, claimsOf } from '../../dev/portal/accounts';
import { ROLES } from '../../src/access/role';
import { readProfile } from '../../src/auth/login/profile';
import { readEnvironment } from '../../src/config/environment';
import { testEnvironment } from '../support/environment';
import { readComposeFile, variablesOf } from './compose-file';
import { readRealm, userProfileOf, userinfoOf } from './realm-file';

describe('docker/keycloak/realm.json', () => {
  const realm = readRealm();
  const [client] = realm.clients;

  it('has every role of the platform and no other', () => {
    expect(new Set(realm.roles.realm.map(({ name }) => name))).toEqual(new Set(ROLES));
  });

  it('lets the platform in by the authorization code flow with PKCE alone', () => {
    expect(client).toMatchObject({
      publicClient: false,
      standardFlowEnabled: true,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      attributes: { 'pkce.code.challenge.method': 'S256' },
    });
  });

  it('has the accounts of the embedded portal, with their passwords and verified addresses', () => {
    const logins = realm.users.map(({ username, credentials, email, emailVerified }) => ({
      username,
      password: credentials[0].value,
      email,
      emailVerified,
    }));
    expect(logins).toEqual(
      accounts.map((account) => ({
        username: account.username,
        password: account.password,
        email: claimsOf(account).email,
        emailVerified: true,
      })),
    );
  });

  it('keeps who an account is over imports', () => {
    expect(new Set(realm.users.map(({ id }) => id)).size).toBe(realm.users.length);
  });

  it.each(accounts)('makes $username the same person here as at the embedded portal', (account) => {
    const user = realm.users.find(({ username }) => username === account.username);
    const compose = readEnvironment({
      NODE_ENV: 'production',
      ...variablesOf(readComposeFile().services.api),
    });
    const here = user && readProfile(userinfoOf(user, realm), compose);
    const there = readProfile(claimsOf(account), testEnvironment());
    expect(here).toEqual({ ...there, subject: user?.id });
  });

  it('declares the country, which nobody may change for themselves', () => {
    const profile = userProfileOf(realm);
    const country = profile.attributes.find(({ name }) => name === 'country');
    expect(country?.permissions).toEqual({ view: ['admin', 'user'], edit: ['admin'] });
    const declared = new Set(profile.attributes.map(({ name }) => name));
    const used = realm.users.flatMap(({ attributes = {} }) => Object.keys(attributes));
    expect(used.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('holds no placeholder, which Keycloak would fill from its own environment', () => {
    expect(JSON.stringify(realm)).not.toContain('${');
  });
});
