import { accounts, claimsOf } from '../../dev/portal/accounts';
import { machines } from '../../dev/portal/machines';
import { ROLES } from '../../src/platform/access/role';
import { readProfile } from '../../src/modules/auth/login/profile';
import { readMachine } from '../../src/modules/auth/tokens/machine';
import { readEnvironment } from '../../src/platform/config/environment';
import { testEnvironment } from '../support/environment';
import { readComposeFile, variablesOf } from './compose-file';
import { readRealm, serviceTokenOf, userProfileOf, userinfoOf } from './realm-file';

describe('docker/keycloak/realm.json', () => {
  const realm = readRealm();
  const [client, ...machineClients] = realm.clients;

  /** The settings of the platform beside this Keycloak. */
  const composeSettings = () =>
    readEnvironment({ NODE_ENV: 'production', ...variablesOf(readComposeFile().services.api) });

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
    const here = user && readProfile(userinfoOf(user, realm), composeSettings());
    const there = readProfile(claimsOf(account), testEnvironment());
    expect(here).toEqual({ ...there, subject: user?.id });
  });

  it('has the machines of the embedded portal, with their secrets', () => {
    expect(machineClients.map(({ clientId, secret }) => ({ clientId, clientSecret: secret }))).toEqual(
      machines.map(({ clientId, clientSecret }) => ({ clientId, clientSecret })),
    );
  });

  it.each(machines)(
    'gives $clientId a token for the platform, with the scopes that it has there',
    (machine) => {
      const own = machineClients.find(({ clientId }) => clientId === machine.clientId);
      const token = own && serviceTokenOf(own, realm);
      expect(token?.aud).toBe(composeSettings().OAUTH_AUDIENCE);
      expect(token?.sub).toBeDefined();
      expect(readMachine(token ?? {}, composeSettings())).toEqual(
        readMachine(
          { sub: machine.clientId, client_id: machine.clientId, scope: machine.scope },
          testEnvironment(),
        ),
      );
    },
  );

  it.each(machineClients)('lets nobody sign in by $clientId', (machine) => {
    expect(machine).toMatchObject({
      publicClient: false,
      serviceAccountsEnabled: true,
      standardFlowEnabled: false,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      redirectUris: [],
    });
  });

  it('has every scope that it names: Keycloak leaves others out, and its own too once any is listed', () => {
    const known = realm.clientScopes.map(({ name }) => name);
    const named = realm.clients.flatMap(({ defaultClientScopes }) => defaultClientScopes);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(
      composeSettings()
        .OAUTH_SCOPE.split(' ')
        .filter((name) => !known.includes(name)),
    ).toEqual(['openid']);
  });

  it('gives people no scope of machines', () => {
    expect(client.serviceAccountsEnabled).toBe(false);
    expect(client.defaultClientScopes.filter((name) => /^(role|country):/.test(name))).toEqual([]);
  });

  it('has its keys where the platform looks for them', () => {
    const { OAUTH_ISSUER = '', OAUTH_TOKEN_URL, OAUTH_JWKS_URL, OAUTH_PUBLIC_TOKEN_URL } = composeSettings();
    expect(OAUTH_JWKS_URL).toBe(OAUTH_TOKEN_URL?.replace(/token$/, 'certs'));
    expect(OAUTH_PUBLIC_TOKEN_URL).toBe(`${OAUTH_ISSUER}/protocol/openid-connect/token`);
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
