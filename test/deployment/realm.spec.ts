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

  /** Returns the platform's settings in docker-compose.yml. */
  const composeSettings = () =>
    readEnvironment({ NODE_ENV: 'production', ...variablesOf(readComposeFile().services.api) });

  it('has the roles of the platform and no others', () => {
    expect(new Set(realm.roles.realm.map(({ name }) => name))).toEqual(new Set(ROLES));
  });

  it('allows the platform only the authorization code flow with PKCE', () => {
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

  it('has a fixed and unique id for each account', () => {
    expect(new Set(realm.users.map(({ id }) => id)).size).toBe(realm.users.length);
  });

  it.each(accounts)('gives $username the same profile as the embedded portal', (account) => {
    const user = realm.users.find(({ username }) => username === account.username);
    const profile = user && readProfile(userinfoOf(user, realm), composeSettings());
    const embeddedProfile = readProfile(claimsOf(account), testEnvironment());
    expect(profile).toEqual({ ...embeddedProfile, subject: user?.id });
  });

  it('has the machines of the embedded portal, with their secrets', () => {
    expect(machineClients.map(({ clientId, secret }) => ({ clientId, clientSecret: secret }))).toEqual(
      machines.map(({ clientId, clientSecret }) => ({ clientId, clientSecret })),
    );
  });

  it.each(machines)(
    'gives $clientId a token for the platform, with the scopes of the embedded portal',
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

  it.each(machineClients)('allows no login with the client $clientId', (machine) => {
    expect(machine).toMatchObject({
      publicClient: false,
      serviceAccountsEnabled: true,
      standardFlowEnabled: false,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      redirectUris: [],
    });
  });

  // Keycloak ignores undefined scopes, and creates its built-in scopes only if the file defines none.
  it('defines every scope that its clients name', () => {
    const known = realm.clientScopes.map(({ name }) => name);
    const named = realm.clients.flatMap(({ defaultClientScopes }) => defaultClientScopes);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(
      composeSettings()
        .OAUTH_SCOPE.split(' ')
        .filter((name) => !known.includes(name)),
    ).toEqual(['openid']);
  });

  it('gives persons no scope of machines', () => {
    expect(client.serviceAccountsEnabled).toBe(false);
    expect(client.defaultClientScopes.filter((name) => /^(role|country):/.test(name))).toEqual([]);
  });

  it('has the addresses of keys and tokens that the platform uses', () => {
    const { OAUTH_ISSUER = '', OAUTH_TOKEN_URL, OAUTH_JWKS_URL, OAUTH_PUBLIC_TOKEN_URL } = composeSettings();
    expect(OAUTH_JWKS_URL).toBe(OAUTH_TOKEN_URL?.replace(/token$/, 'certs'));
    expect(OAUTH_PUBLIC_TOKEN_URL).toBe(`${OAUTH_ISSUER}/protocol/openid-connect/token`);
  });

  it('declares the country, which only administrators may change', () => {
    const profile = userProfileOf(realm);
    const country = profile.attributes.find(({ name }) => name === 'country');
    expect(country?.permissions).toEqual({ view: ['admin', 'user'], edit: ['admin'] });
    const declared = new Set(profile.attributes.map(({ name }) => name));
    const used = realm.users.flatMap(({ attributes = {} }) => Object.keys(attributes));
    expect(used.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('has one placeholder, which Keycloak replaces from its environment', () => {
    expect(JSON.stringify(realm).match(/\$\{[^}]*\}/g)).toEqual(['${OAUTH_CLIENT_SECRET}']);
  });
});
