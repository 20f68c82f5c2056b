import { spawnSync } from 'node:child_process';
import { CALLBACK_PATH } from '../../src/shared/login-paths';
import { readEnvironment, settings } from '../../src/platform/config/environment';
import { checkoutRoot } from '../../dev/checkout';
import { isBuilt, isInCheckout } from './checkout-file';
import { readComposeFile, variablesOf } from './compose-file';
import { runForExitCode, startStatusServer } from './probe';
import { readRealm } from './realm-file';

describe('docker-compose.yml', () => {
  const { services, volumes } = readComposeFile();
  const { database, keycloak, migrate, api } = services;

  it('runs PostgreSQL 18 with a volume for that image’s data folder', () => {
    expect(database.image).toMatch(/^postgres:18(\.\d+)?$/);
    expect(database.volumes).toEqual(['database:/var/lib/postgresql']);
    expect(Object.keys(volumes)).toEqual(['database']);
  });

  it('imports the realm into a Keycloak whose version is pinned', () => {
    expect(keycloak.image).toMatch(/^quay\.io\/keycloak\/keycloak:26\.\d+\.\d+$/);
    expect(keycloak.command).toEqual(['start-dev', '--import-realm']);
    const [source, target] = keycloak.volumes?.[0]?.split(':') ?? [];
    expect(isInCheckout(String(source))).toBe(true);
    expect(target).toMatch(/^\/opt\/keycloak\/data\/import\/[\w-]+\.json$/);
  });

  it('waits only for services that exist and can reach the awaited condition', () => {
    for (const service of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        const awaited = Object.entries(services).find(([known]) => known === name)?.[1];
        expect(awaited).toBeDefined();
        if (condition === 'service_healthy') expect(awaited?.healthcheck).toBeDefined();
        else expect(awaited?.restart).toBe('no');
      }
    }
  });

  it('starts the API after the migrations, with a healthy portal', () => {
    expect(api.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      database: { condition: 'service_healthy' },
      keycloak: { condition: 'service_healthy' },
    });
    expect(migrate.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(migrate.command?.[0]).toBe('node');
    expect(isBuilt(String(migrate.command?.[1]))).toBe(true);
    expect(migrate.image).toBe(api.image);
  });

  it.each(['migrate', 'api'] as const)(
    'gives %s only known settings, and all that production requires',
    (name) => {
      const variables = variablesOf(services[name]);
      expect(Object.keys(variables).filter((variable) => !(variable in settings))).toEqual([]);
      expect(() => readEnvironment({ NODE_ENV: 'production', ...variables })).not.toThrow();
    },
  );

  it('allows by name what production refuses, and no more', () => {
    const { ALLOW_IN_PRODUCTION = '', ...variables } = variablesOf(services.api);
    const start = () => readEnvironment({ NODE_ENV: 'production', ...variables });
    for (const name of ['PUBLIC_URL', 'OAUTH_ISSUER', 'DATABASE_URL', 'OAUTH_CLIENT_SECRET'])
      expect(start).toThrow(new RegExp(`^ +${name}: .*ALLOW_IN_PRODUCTION`, 'm'));
    // The user of the image's variable POSTGRES_USER is a superuser.
    expect(ALLOW_IN_PRODUCTION.split(',').sort()).toEqual([
      'database-superuser',
      'example-secrets',
      'http-portal',
      'http-public-url',
      'unencrypted-connections',
    ]);
  });

  it('uses a shell variable only for the setting of the same name', () => {
    for (const [name, value] of Object.entries(api.environment)) {
      expect([value, `\${${name}:-offline}`, `\${${name}:-}`]).toContain(value);
      if (value.includes('$')) expect(value).toMatch(new RegExp(`^\\$\\{${name}:-\\w*\\}$`));
    }
  });

  it('has the user, password and database of PostgreSQL in DATABASE_URL', () => {
    const url = new URL(variablesOf(api).DATABASE_URL ?? '');
    expect({
      POSTGRES_USER: url.username,
      POSTGRES_PASSWORD: url.password,
      POSTGRES_DB: url.pathname.slice(1),
    }).toEqual(database.environment);
    expect(url.hostname in services).toBe(true);
  });

  it('has Keycloak’s public addresses for browsers and its internal ones for the API', () => {
    const realm = readRealm();
    const { PUBLIC_URL = '', ...variables } = variablesOf(api);
    const outside = `${String(keycloak.environment.KC_HOSTNAME)}/realms/${realm.realm}`;
    const inside = `http://keycloak:8080/realms/${realm.realm}`;
    expect(variables).toMatchObject({
      OAUTH_ISSUER: outside,
      OAUTH_AUTHORIZATION_URL: `${outside}/protocol/openid-connect/auth`,
      OAUTH_TOKEN_URL: `${inside}/protocol/openid-connect/token`,
      OAUTH_USERINFO_URL: `${inside}/protocol/openid-connect/userinfo`,
      OAUTH_CLIENT_ID: realm.clients[0].clientId,
      OAUTH_CLIENT_SECRET: realm.clients[0].secret,
    });
    expect(realm.clients[0].redirectUris).toEqual([`${PUBLIC_URL}${CALLBACK_PATH}`]);
  });

  it('publishes the ports of its addresses, on loopback only', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    const { PORT, PUBLIC_URL = '' } = variablesOf(api);
    expect(api.ports).toEqual([`127.0.0.1:${new URL(PUBLIC_URL).port}:${String(PORT)}`]);
    const outside = new URL(String(keycloak.environment.KC_HOSTNAME));
    expect(keycloak.ports).toEqual([`127.0.0.1:${outside.port}:8080`]);
  });

  it('reports Keycloak as healthy only if it is ready', async () => {
    const probe = keycloak.healthcheck?.test.slice(1).map((part) => part.replaceAll('$$', '$')) ?? [];
    expect(probe.slice(0, 2)).toEqual(['bash', '-c']);
    const [, , script = ''] = probe;
    const run = (port: number) =>
      runForExitCode(['bash', '-c', script.replace('/127.0.0.1/9000', `/127.0.0.1/${port}`)]);
    const portal = await startStatusServer('/health/ready');
    await expect(run(portal.port)).resolves.toBe(0);
    portal.status = 503;
    await expect(run(portal.port)).resolves.not.toBe(0);
    await portal.close();
    await expect(run(portal.port)).resolves.not.toBe(0);
  });

  it('is accepted by docker compose, if that is installed', () => {
    const compose = (...args: string[]) =>
      spawnSync('docker', ['compose', ...args], { cwd: checkoutRoot, encoding: 'utf8' });
    if (compose('version').status !== 0) {
      process.stdout.write('docker compose is not installed: the compose file was read by this suite only\n');
      return;
    }
    const { status, stderr } = compose('config', '-q');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
