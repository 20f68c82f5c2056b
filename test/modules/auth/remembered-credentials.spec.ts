import { request as httpRequest } from 'node:http';
import { ServiceUnavailableException } from '@nestjs/common';
import { RequestCallersService } from '../../../src/modules/auth/request-callers.service';
import { BrowserSessionsService } from '../../../src/modules/auth/sessions/browser-sessions.service';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { TooBusyException } from '../../../src/platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../../src/platform/limits/too-many-requests.exception';
import { suitePlatform } from '../../support/platform';
import { LOGIN_REQUIRED, PlainCaller, failure, payload } from '../../support/plain-caller';
import { until } from '../../support/until';
import { callWithToken } from './tokens/call-with-token';

describe('RequestCallersService', () => {
  const platform = suitePlatform();
  let origin = '';
  let cookie = '';
  let person: PlainCaller;
  let checks: jest.SpiedFunction<FairTurns['takeForCheck']>;

  beforeAll(async () => (origin = await platform.listen()));
  beforeEach(async () => {
    checks = jest.spyOn(platform.app.get(FairTurns), 'takeForCheck');
    cookie = await platform.session({ role: 'user' });
    person = new PlainCaller(origin, cookie);
  });
  afterEach(() => jest.restoreAllMocks());

  const expectChecks = (count: number) => {
    expect(checks).toHaveBeenCalledTimes(count);
  };

  it('takes a turn of the network for the first check of a session, not for later ones', async () => {
    for (let call = 0; call < 3; call += 1) payload(await person.get('auth.me'));
    expectChecks(1);
  });

  it('refuses a session that it remembers and that was revoked, and forgets it', async () => {
    payload(await person.get('auth.me'));
    await platform.database.query('DELETE FROM session');
    expect(failure(await person.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
    expectChecks(1);
    expect(failure(await person.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
    expectChecks(2);
  });

  it.each([
    ['is free', undefined],
    ['is full', new TooBusyException('too many wait', 2)],
    ['is full of the caller’s own', new TooManyRequestsException('too many of yours wait', 2)],
  ])(
    'refuses a session in a turn of the network, with the same response if the queue %s',
    async (_case, full) => {
      const refusals = jest.spyOn(platform.app.get(FairTurns), 'takeForRefusal');
      if (full)
        refusals.mockImplementation(() => {
          throw full;
        });
      await platform.database.query('DELETE FROM session');
      expect(failure(await person.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
      expect(refusals).toHaveBeenCalledTimes(1);
    },
  );

  it('remembers a session that could not be checked because of an outage', async () => {
    payload(await person.get('auth.me'));
    const sessions = platform.app.get(BrowserSessionsService);
    jest.spyOn(sessions, 'findCaller').mockRejectedValueOnce(new ServiceUnavailableException('later'));
    expect((await person.get('auth.me')).status).toBe(503);
    payload(await person.get('auth.me'));
    expectChecks(1);
  });

  it('neither knows nor forgets a session because its secret is sent as an access token', async () => {
    payload(await person.get('auth.me'));
    const secret = cookie.slice(cookie.indexOf('=') + 1);
    expect((await callWithToken(platform, secret, ['auth.me'])).status).not.toBe(200);
    expectChecks(2);
    payload(await person.get('auth.me'));
    expectChecks(2);
  });

  it('takes a turn for each token that is too long, and refuses it', async () => {
    for (let call = 0; call < 2; call += 1)
      expect((await callWithToken(platform, 'a'.repeat(9_000), ['auth.me'])).status).toBe(401);
    expectChecks(2);
  });

  it('checks no credentials of a client that disconnects while they wait', async () => {
    let begin: () => void = () => undefined;
    checks.mockImplementation(() => new Promise((resolve) => (begin = resolve)));
    const find = jest.spyOn(platform.app.get(BrowserSessionsService), 'findCaller');
    const resolve = jest.spyOn(platform.app.get(RequestCallersService), 'resolve');
    const sent = httpRequest(`${origin}/api/trpc/auth.me`, { headers: { cookie }, agent: false });
    sent.on('error', () => undefined).end();
    await until('the check waits', () => checks.mock.calls.length > 0);
    sent.destroy();
    await until('the connection closes', async () => (await countConnections()) === 0);
    begin();
    await expect(resolve.mock.results[0]?.value).rejects.toMatchObject({ status: 408 });
    expect(find).not.toHaveBeenCalled();
  });

  const countConnections = () =>
    new Promise<number>((resolve) => {
      platform.server.getConnections((_error, count) => {
        resolve(count);
      });
    });
});
