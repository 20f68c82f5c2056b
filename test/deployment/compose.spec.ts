import { spawnSync } from 'node:child_process';
import { CALLBACK_PATH } from '../../src/shared/login-paths';
import { readDatabaseSettings, readEnvironment, settings } from '../../src/platform/config/environment';
import { checkoutRoot } from '../../dev/checkout';
import { isBuilt, isInCheckout } from './checkout-file';
import { SECRETS, readComposeFile, variablesOf } from './compose-file';
import { runForExitCode, startStatusServer } from './probe';
import { readRealm } from './realm-file';

describe('docker-compose.yml', () => {
  const { services, volumes } = readComposeFile();
  const { database, keycloak, migrate, api } = services;

  it('runs PostgreSQL 18 with a volume for that image’s data folder', () => {
    expect(database.image).toMatch(/^postgres:18(\.\d+)?$/);
    expect(database.volumes).toContain('database:/var/lib/postgresql');
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
  });

  it('builds the image once, for both programs, and pulls it nowhere', () => {
    expect(migrate.image).toBe(api.image);
    const ours = Object.entries(services).filter(([, { image }]) => image === api.image);
    expect(ours.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate']);
    for (const [, { build, pull_policy: policy }] of ours)
      expect(policy).toBe(build === undefined ? 'never' : undefined);
  });

  it.each(['migrate', 'api'] as const)('gives %s only known settings', (name) => {
    const variables = variablesOf(services[name]);
    expect(Object.keys(variables).filter((variable) => !(variable in settings))).toEqual([]);
  });

  it('gives each program all that production requires, and the owner’s password to the migrations alone', () => {
    const variables = { NODE_ENV: 'production', ...variablesOf(api) };
    expect(() => readEnvironment(variables)).not.toThrow();
    const ofMigrations = { NODE_ENV: 'production', ...variablesOf(migrate) };
    expect(() => readDatabaseSettings(ofMigrations)).not.toThrow();
    expect(Object.keys(variablesOf(migrate))).toEqual([
      'ALLOW_IN_PRODUCTION',
      'DATABASE_URL',
      'DATABASE_MIGRATION_URL',
    ]);
    for (const service of [api, keycloak])
      expect(JSON.stringify(service)).not.toMatch(/DATABASE_OWNER_PASSWORD|POSTGRES_PASSWORD/);
  });

  it('allows by name what production refuses, and no more', () => {
    const { ALLOW_IN_PRODUCTION = '', ...variables } = variablesOf(api);
    const start = () => readEnvironment({ NODE_ENV: 'production', ...variables });
    for (const name of ['PUBLIC_URL', 'OAUTH_ISSUER'])
      expect(start).toThrow(new RegExp(`^ +${name}: .*ALLOW_IN_PRODUCTION`, 'm'));
    expect(ALLOW_IN_PRODUCTION.split(',').sort()).toEqual([
      'http-portal',
      'http-public-url',
      'unencrypted-connections',
    ]);
    const { ALLOW_IN_PRODUCTION: allowed, ...urls } = variablesOf(migrate);
    expect(allowed).toBe('unencrypted-connections');
    const migrating = () => readDatabaseSettings({ NODE_ENV: 'production', ...urls });
    for (const name of Object.keys(urls))
      expect(migrating).toThrow(new RegExp(`^ +${name}: .*add unencrypted-connections`, 'm'));
  });

  it('has no secret itself: each is required from the shell or from .env', () => {
    const secret = new RegExp(
      `^\\$\\{(?:${Object.keys(SECRETS).join('|')}):\\?run docker/write-secrets\\.sh\\}$`,
    );
    for (const { environment } of Object.values(services))
      for (const [name, value] of Object.entries(environment)) {
        if (/_(?:PASSWORD|SECRET)$/.test(name)) expect(value).toMatch(secret);
        if (/^DATABASE_.*URL$/.test(name)) expect(value.split(/[:@]/, 3)[2]).toMatch(/^\$\{DATABASE_\w+$/);
      }
  });

  it('uses a shell variable only for a secret, or for the setting of the same name', () => {
    for (const [name, value] of Object.entries(api.environment)) {
      if (!value.includes('$') || value.includes(':?')) continue;
      expect([`\${${name}:-offline}`, `\${${name}:-}`]).toContain(value);
    }
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
    });
    // Keycloak replaces the name in the realm by its variable.
    expect(realm.clients[0].secret).toBe('${OAUTH_CLIENT_SECRET}');
    expect(keycloak.environment.OAUTH_CLIENT_SECRET).toBe(api.environment.OAUTH_CLIENT_SECRET);
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
