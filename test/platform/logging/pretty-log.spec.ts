import { createServer } from 'node:http';
import request from 'supertest';
import { z } from 'zod';
import { readEnvironment } from '../../../src/platform/config/environment';
import { createLogger } from '../../../src/platform/logging/logger';
import { createRequestLogger } from '../../../src/platform/logging/request-logger';
import { testEnvironment } from '../../support/environment';
import { startPlatform } from '../../support/platform';

/** pino's log levels. */
const DEBUG = 20;
const INFO = 30;

const startUpLine = z.object({ level: z.number(), context: z.string().optional() });

describe('the log in the pretty format', () => {
  const createTestLogger = (settings: Readonly<Record<string, string>> = {}) => {
    const lines: string[] = [];
    const environment = testEnvironment({ LOG_FORMAT: 'pretty', ...settings });
    const logger = createLogger(environment, { write: (line) => void lines.push(line) });
    return { logger, lines };
  };

  it('has one line for each request: time, level, method, path, status, duration and request id', async () => {
    const { logger, lines } = createTestLogger();
    const log = createRequestLogger(logger, (url) => url);
    const server = createServer((incoming, response) => {
      log(incoming, response);
      response.writeHead(404).end();
    });
    await request(server)
      .post('/api/trpc/auth.me')
      .set('x-request-id', '01J9ZC6V5RQ3M8T2B7X4K1NDWE')
      .expect(404);
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d INFO: POST \/api\/trpc\/auth\.me 404 \d+ ms {2}01J9ZC6V5RQ3M8T2B7X4K1NDWE\n$/,
      ),
    ]);
  });

  it('has one line for each event, with context and fields', () => {
    const { logger, lines } = createTestLogger();
    logger.warn({ context: 'ModelServers', server: 'first' }, 'a model server failed');
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d WARN: ModelServers: a model server failed \{"server":"first"\}\n$/,
      ),
    ]);
  });

  it('shows code, stack and cause of an error', () => {
    const { logger, lines } = createTestLogger();
    const cause = Object.assign(new TypeError('no pool'), { code: '57P01' });
    logger.error({ err: new RangeError('too many', { cause }), requestId: 'partner-0002' }, 'it failed');
    const [first = '', ...rest] = lines.join('').trimEnd().split('\n');
    expect(first).toMatch(/^\d\d:\d\d:\d\d ERROR: it failed {2}partner-0002 ?$/);
    expect(rest[0]).toBe('    err: RangeError: too many');
    expect(rest[1]).toMatch(/^ +at .*pretty-log\.spec\.ts:\d+:\d+\)?$/);
    const caused = rest.findIndex((line) => line.includes('caused by'));
    expect(rest[caused]).toBe('    caused by TypeError: no pool {"code":"57P01"}');
    expect(rest[caused + 1]).toMatch(/^ +at .*pretty-log\.spec\.ts:\d+:\d+\)?$/);
  });
});

describe('LOG_FORMAT', () => {
  const REQUIRED = {
    DATABASE_URL: 'postgres://platform@db.example/platform?sslmode=verify-full',
    OAUTH_ISSUER: 'https://portal.example',
    OAUTH_CLIENT_ID: 'platform',
    PUBLIC_URL: 'https://health.example',
    CHATBOT_PROVIDER: 'offline',
  };

  it.each([
    ['development', undefined, 'pretty'],
    ['development', 'json', 'json'],
    ['test', undefined, 'json'],
    ['test', 'pretty', 'pretty'],
    ['production', undefined, 'json'],
    ['production', 'pretty', 'json'],
  ])('with NODE_ENV=%s and the value %s is %s', (NODE_ENV, LOG_FORMAT, format) => {
    expect(readEnvironment({ ...REQUIRED, NODE_ENV, LOG_FORMAT }).LOG_FORMAT).toBe(format);
  });
});

describe('the log of the start', () => {
  it('has one line at level info, and modules and routes at level debug', async () => {
    // Only one start: nestjs-pino uses the first logger of a process.
    const platform = await startPlatform({ LOG_LEVEL: 'debug' });
    // Nest buffers its lines until the application listens.
    await platform.listen();
    const lines = platform.logLines.map((line) => startUpLine.parse(JSON.parse(line)));
    await platform.close();
    const contextsAt = (level: number) =>
      new Set(lines.filter((line) => line.level === level).map(({ context }) => context));
    expect([...contextsAt(INFO)]).toEqual(['NestApplication']);
    expect([...contextsAt(DEBUG)]).toEqual(
      expect.arrayContaining(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer']),
    );
  });
});
