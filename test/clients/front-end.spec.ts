import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suitePlatform } from '../support/platform';
import { LINKS } from './trpc-client';

describe('a JavaScript front end in a separate process', () => {
  const platform = suitePlatform();

  it('receives results and errors over every link', async () => {
    const script = join(__dirname, 'front-end.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, await platform.listen()]);
    const message = 'Please login (10001)';
    const data = { code: 'UNAUTHORIZED', httpStatus: 401, path: 'auth.me', rpc: -32001, reason: 'missing' };
    const outcome = {
      specialties: expect.any(Number) as unknown,
      refusal: { name: 'TRPCClientError', message, shape: { code: -32001, message, data } },
    };
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(LINKS.map((link) => [link, outcome])));
  });
});
