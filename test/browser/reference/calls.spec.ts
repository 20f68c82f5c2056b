import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { requestToken } from '../../../dev/portal/machine-token';
import { findMachine } from '../../../dev/portal/machines';
import { ReferenceFixture } from './reference-fixture';

const RECORD = 'consultations.record';
const CONSULTATION = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };

describe('calls from the reference page', () => {
  const fixture = new ReferenceFixture();

  /** Requests an access token as the machine client of a clinic in Kenya. */
  const requestClinicToken = async (): Promise<string> => {
    const login = await fetch(new URL('/api/oauth/login', fixture.origin), { redirect: 'manual' });
    const clinic = findMachine('clinic');
    if (!clinic) throw new Error('the embedded portal has a clinic');
    return requestToken(new URL(login.headers.get('location') ?? '').origin, clinic);
  };

  const enterToken = async (page: Page, token: string) => {
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Use', exact: true }).click();
  };

  /** Waits for the page's next call. @returns its headers */
  const waitForCall = async (page: Page): Promise<Record<string, string>> => {
    const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/trpc/');
    return (await page.waitForRequest(isCall)).allHeaders();
  };

  it('contain the session after the user has signed in', async () => {
    const { page, reference, browserSession } = await fixture.createUser();
    await reference.open();
    await reference.openProcedure(RECORD);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await browserSession.submitLoginForm('doctor.ke');
    await reference.heading.waitFor();
    expect(new URL(page.url()).pathname).toBe('/api/docs');
    expect(await reference.heading.innerText()).toBe(RECORD);
    expect(await page.locator('.account').innerText()).toMatch(/^Signed in as .+ \(doctor\)/);
    expect(await page.locator('.caller').innerText()).toMatch(/They are sent as .+ \(doctor\)\.$/);
    const externalId = `reference-${Date.now()}`;
    await reference.fillInput({ ...CONSULTATION, externalId });
    const { status, body } = await reference.execute();
    expect(status).toContain('200');
    expect(body).toMatch(/"success":\s+true/);
    expect(body).toMatch(/"country":\s+"KE"/);
    await reference.openProcedure('consultations.list');
    await reference.fillInput({ externalId });
    expect((await reference.execute()).body).toContain(externalId);
  });

  it('show why an anonymous call and a forbidden call are refused', async () => {
    const { page, reference, browserSession } = await fixture.createUser();
    await reference.open();
    await reference.openProcedure(RECORD);
    const anonymous = await reference.execute();
    expect(anonymous.status).toContain('401');
    expect(anonymous.body).toContain('Please login (10001)');
    expect(await reference.status.innerText()).toBe('The answer has the status 401.');
    await browserSession.signInAs('ministry');
    await page.reload();
    await reference.heading.waitFor();
    const ministry = await reference.execute();
    expect(ministry.status).toContain('403');
    expect(ministry.body).toContain('(10002)');
  });

  it('that write are sent only after the reader has agreed', async () => {
    const { page, reference } = await fixture.createUser({ username: 'doctor.ke' });
    await reference.open(`post-/api/trpc/${RECORD}`);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const dialog = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Execute' }).click();
    expect(await dialog.innerText()).toContain(RECORD);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(calls).not.toContain(`/api/trpc/${RECORD}`);
    await page.locator('.m-table input').first().press('Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(calls).not.toContain(`/api/trpc/${RECORD}`);
    expect((await reference.execute()).status).toContain('200');
  });

  it('contain only the access token, even with a session, until it is removed', async () => {
    const { page, reference, browserSession } = await fixture.createUser({ username: 'ministry' });
    await reference.open(`post-/api/trpc/${RECORD}`);
    const token = await requestClinicToken();
    await enterToken(page, `Bearer ${token}`);
    const [headers, { status }] = await Promise.all([waitForCall(page), reference.execute()]);
    expect(headers.authorization).toBe(`Bearer ${token}`);
    expect(headers).not.toHaveProperty('cookie');
    expect(status).toContain('200');
    await page.getByRole('button', { name: 'Remove' }).click();
    const [later, refused] = await Promise.all([waitForCall(page), reference.execute()]);
    expect(later).not.toHaveProperty('authorization');
    expect(later.cookie).toContain('session=');
    expect(refused.status).toContain('403');
    expect(browserSession.pageErrors.filter((error) => !error.includes('403'))).toEqual([]);
  });

  it('never contain a token from the URL', async () => {
    const { page, reference } = await fixture.createUser({ username: 'doctor.ke' });
    const state = Buffer.from(JSON.stringify({ apiKeyId: 'accessToken' })).toString('base64url');
    const parameters = new URLSearchParams({ state, token_type: 'Bearer', access_token: 'somebody-elses' });
    await page.goto(`/api/docs?${parameters.toString()}#?route=post-/api/trpc/${RECORD}`);
    await reference.heading.waitFor();
    const [headers] = await Promise.all([waitForCall(page), reference.execute()]);
    expect(headers).not.toHaveProperty('authorization');
  });

  it('can be made by keyboard', async () => {
    const { page, reference } = await fixture.createUser({ username: 'doctor.ke' });
    await reference.open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content');
    await page.locator('#procedures a[href$="/api/trpc/auth.me"]').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('[part="label-operation-path"]', { hasText: '/auth.me' }).waitFor();
    const focused = `(() => {
      let element = document.activeElement;
      while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element.textContent.trim();
    })()`;
    const reached: string[] = [];
    while (reached.at(-1) !== 'EXECUTE' && reached.length < 40) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate<string>(focused));
    }
    expect(reached).toEqual(
      expect.arrayContaining(['curl', 'JavaScript', 'Python', 'PHP', 'Java', 'EXECUTE']),
    );
    await page.keyboard.press('Enter');
    await reference.status.filter({ hasText: '200' }).waitFor();
  });

  it('work from the Python program of the introduction, which records a consultation', async () => {
    const { page, reference } = await fixture.createUser();
    await reference.open();
    const programs = await page
      .locator('syntax-highlighter[language=python] pre, .m-markdown syntax-highlighter pre')
      .allTextContents();
    const program = programs.find((text) => text.startsWith('import ')) ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'from-the-reference-'));
    try {
      await writeFile(join(folder, 'record.py'), program);
      const { stdout } = await promisify(execFile)('python3', [join(folder, 'record.py')], {
        env: { ...process.env, HEALTH_CLIENT_ID: 'clinic', HEALTH_CLIENT_SECRET: 'clinic-demo' },
        timeout: 20_000,
      });
      expect(stdout).toMatch(/^recorded [\da-f-]{36}$/m);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
