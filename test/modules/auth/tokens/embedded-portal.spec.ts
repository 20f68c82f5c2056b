import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Browser } from '../../../../dev/login/browser';
import { machines } from '../../../../dev/portal/machines';
import type { Portal } from '../../../../dev/portal/start-portal';
import { requestToken } from '../../../../dev/portal/machine-token';
import { testPortal } from '../../../runner/portal';

describe('embedded portal for machines', () => {
  let portal: Portal;
  const [clinic] = machines;
  if (!clinic) throw new Error('there is a clinic');

  beforeAll(async () => {
    portal = await testPortal();
  });

  const postToken = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${portal.issuer}/token`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  const basicHeader = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  it.each(machines)('issues a signed token for the platform to $clientId', async (machine) => {
    const token = await requestToken(portal.issuer, machine);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(token)).toMatchObject({
      iss: portal.issuer,
      aud: 'http://localhost:3000',
      sub: machine.clientId,
      client_id: machine.clientId,
      scope: machine.scope,
    });
  });

  it('accepts id and secret as Basic or in the form, and rejects wrong ones', async () => {
    const { clientId, clientSecret } = clinic;
    const grant = { grant_type: 'client_credentials' };
    const inForm = { ...grant, client_id: clientId, client_secret: clientSecret };
    expect((await postToken(grant, basicHeader(clientId, clientSecret))).status).toBe(200);
    expect((await postToken(inForm)).status).toBe(200);
    expect((await postToken(grant, basicHeader(clientId, 'wrong'))).status).toBe(401);
    expect((await postToken({ ...inForm, client_secret: 'wrong' })).status).toBe(401);
    expect((await postToken({ ...grant, client_id: clientId })).status).toBe(401);
  });

  it('grants fewer scopes, and names those that the client does not have', async () => {
    const requestScope = async (scope: string) => {
      const form = { grant_type: 'client_credentials', scope };
      return postToken(form, basicHeader('clinic', 'clinic-demo'));
    };
    expect((await requestScope('role:doctor')).body.scope).toBe('role:doctor');
    expect(await requestScope('role:doctor role:admin country:*')).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope', error_description: 'not granted to clinic: role:admin country:*' },
    });
    expect((await requestScope('role:pharmacist')).status).toBe(400);
  });

  it('issues no token for a resource that is not on loopback', async () => {
    const form = { grant_type: 'client_credentials', resource: 'https://elsewhere.example' };
    const { status, body } = await postToken(form, basicHeader('clinic', 'clinic-demo'));
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_target' });
  });

  it('issues no machine token to the platform’s client, and no login to a machine’s client', async () => {
    const form = { grant_type: 'client_credentials' };
    expect((await postToken(form, basicHeader(portal.clientId, portal.clientSecret))).status).toBe(400);
    const query = new URLSearchParams({
      client_id: 'clinic',
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/api/oauth/callback',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const page = await new Browser().get(`${portal.issuer}/auth?${query.toString()}`);
    expect(page.status).toBe(400);
    expect(page.redirect).toBeUndefined();
  });

  it('shows on its start page how to get a token', async () => {
    const { body } = await new Browser().get(`${portal.issuer}/`);
    for (const { clientId, clientSecret } of machines) {
      expect(body).toContain(`<code>${clientId}</code>, secret <code>${clientSecret}</code>`);
    }
    const command = 'curl -u clinic:clinic-demo -d grant_type=client_credentials';
    expect(body).toContain(`${command} ${portal.issuer}/token`);
  });
});
