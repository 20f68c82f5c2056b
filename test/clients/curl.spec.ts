import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { type Platform, startPlatform } from '../support/platform';

const run = promisify(execFile);

const BODY = '{"0":{"json":{"year":2026,"month":3}}}';

/** `--json` came with 7.82. */
function knowsJson(): boolean {
  const { status, stdout } = spawnSync('curl', ['--help', 'all'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('--json');
}

if (knowsJson()) describe('curl, as documented', documentedCalls);
else {
  it('was left out: no curl of version 7.82 or later is on this machine', () => {
    expect(knowsJson()).toBe(false);
  });
}

function documentedCalls(): void {
  let platform: Platform;
  let base: string;
  let admin: string;

  beforeAll(async () => {
    platform = await startPlatform();
    base = `${await platform.listen()}/api/trpc`;
    admin = await platform.session({ role: 'admin' });
  });

  afterAll(async () => {
    await platform.close();
  });

  /** What curl prints: the body, and after it, on a line of its own, the status. */
  const curl = async (...options: string[]): Promise<{ status: number; body: unknown }> => {
    const { stdout } = await run('curl', [
      '--silent',
      '--show-error',
      '--write-out',
      '\n%{http_code}',
      ...options,
    ]);
    const [body = '', status] = stdout.split('\n');
    return { status: Number(status), body: JSON.parse(body) as unknown };
  };

  it('lists the specialties by a plain GET', async () => {
    const { status, body } = await curl(`${base}/specialties.list`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: { data: { json: expect.any(Array) as unknown } } });
  });

  it('reads statistics by a GET with a JSON body', async () => {
    const answer = await curl(
      '--json',
      BODY,
      '-X',
      'GET',
      '-H',
      `Cookie: ${admin}`,
      `${base}/health.pathologyStats`,
    );
    expect(answer).toEqual({ status: 200, body: { result: { data: { json: [] } } } });
  });

  it('reads statistics by a GET with the input in the address', async () => {
    const input = ['-G', '--data-urlencode', `input=${BODY}`];
    const answer = await curl(...input, '-H', `Cookie: ${admin}`, `${base}/health.pathologyStats`);
    expect(answer).toEqual({ status: 200, body: { result: { data: { json: [] } } } });
  });

  it('sends a message by POST, with a header that says what the body is', async () => {
    const header = ['-X', 'POST', '-H', 'Content-Type: application/json'];
    const data = ['--data', '{"0":{"json":{"message":"Hello","conversationId":null}}}'];
    const { status, body } = await curl(...header, ...data, `${base}/chatbot.sendMessage`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: { data: { json: { response: expect.any(String) as unknown } } } });
  });

  it('logs out by a POST without a body', async () => {
    const session = await platform.session({ role: 'user' });
    const logout = await curl('-X', 'POST', '-b', session, `${base}/auth.logout`);
    expect(logout).toEqual({ status: 200, body: { result: { data: { json: { success: true } } } } });
    const { status, body } = await curl('-b', session, `${base}/auth.me`);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      error: { json: { code: 'UNAUTHORIZED', message: 'Please login (10001)' } },
    });
  });

  it('is told what a body without its content type lacks', async () => {
    const { status, body } = await curl(
      '-X',
      'GET',
      '--data',
      BODY,
      '-b',
      admin,
      `${base}/health.pathologyStats`,
    );
    expect(status).toBe(415);
    expect(body).toMatchObject({
      error: { json: { message: expect.stringContaining('application/json') as unknown } },
    });
  });
}
