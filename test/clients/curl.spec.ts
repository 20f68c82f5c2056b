import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { suitePlatform } from '../support/platform';

const run = promisify(execFile);

const BODY = '{"0":{"json":{"year":2026,"month":3}}}';

/** Returns whether curl has the option `--json`, added in 7.82. */
function hasJsonOption(): boolean {
  const { status, stdout } = spawnSync('curl', ['--help', 'all'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('--json');
}

if (hasJsonOption()) describe('documented curl calls', testCurlCalls);
else {
  it('is skipped: curl 7.82 or later is not installed', () => {
    expect(hasJsonOption()).toBe(false);
  });
}

function testCurlCalls(): void {
  const platform = suitePlatform();
  let base: string;
  let adminCookie: string;

  beforeAll(async () => {
    base = `${await platform.listen()}/api/trpc`;
    adminCookie = await platform.session({ role: 'admin', country: '*' });
  });

  /** Runs curl and returns the status and body of the response. */
  const curl = async (...options: string[]): Promise<{ status: number; body: unknown }> => {
    const { stdout } = await run('curl', ['-sS', '--write-out', '\n%{http_code}', ...options]);
    const [body = '', status] = stdout.split('\n');
    return { status: Number(status), body: JSON.parse(body) as unknown };
  };

  it('GET without input returns the specialties', async () => {
    const { status, body } = await curl(`${base}/specialties.list`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: { data: { json: expect.any(Array) as unknown } } });
  });

  it('GET with a JSON body returns statistics', async () => {
    const input = ['-X', 'GET', '--json', BODY];
    const response = await curl(...input, '-b', adminCookie, `${base}/health.pathologyStats`);
    expect(response).toEqual({ status: 200, body: { result: { data: { json: [] } } } });
  });

  it('GET with the input in the URL returns statistics', async () => {
    const input = ['-G', '--data-urlencode', `input=${BODY}`];
    const response = await curl(...input, '-b', adminCookie, `${base}/health.pathologyStats`);
    expect(response).toEqual({ status: 200, body: { result: { data: { json: [] } } } });
  });

  it('POST with a content type sends a message', async () => {
    const header = ['-X', 'POST', '-H', 'Content-Type: application/json'];
    const data = ['--data', '{"0":{"json":{"message":"Hello","conversationId":null}}}'];
    const { status, body } = await curl(...header, ...data, `${base}/chatbot.sendMessage`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: { data: { json: { response: expect.any(String) as unknown } } } });
  });

  it('POST without a body logs out', async () => {
    const session = await platform.session({ role: 'user' });
    const logout = await curl('-X', 'POST', '-b', session, `${base}/auth.logout`);
    expect(logout).toEqual({ status: 200, body: { result: { data: { json: { success: true } } } } });
    const { status, body } = await curl('-b', session, `${base}/auth.me`);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      error: { json: { code: 'UNAUTHORIZED', message: 'Please login (10001)' } },
    });
  });

  it('a body without the JSON content type returns 415', async () => {
    const input = ['-X', 'GET', '--data', BODY];
    const { status, body } = await curl(...input, '-b', adminCookie, `${base}/health.pathologyStats`);
    expect(status).toBe(415);
    expect(body).toMatchObject({
      error: { json: { message: expect.stringContaining('application/json') as unknown } },
    });
  });
}
