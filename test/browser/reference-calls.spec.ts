import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Request } from 'playwright-core';
import { requestToken } from '../../dev/portal/machine-token';
import { findMachine } from '../../dev/portal/machines';
import { ReferencePage } from './reference-page';
import { ReferenceStage } from './reference-stage';
import type { Visitor } from './visitor';

const RECORD = 'consultations.record';
const CONSULTATION = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };

describe('calls from the reference page', () => {
  let stage: ReferenceStage;

  beforeAll(async () => {
    stage = await ReferenceStage.start();
  });

  afterAll(async () => {
    await stage.close();
  });

  /** A token as a clinic's system in Kenya gets it. */
  const clinicToken = async (): Promise<string> => {
    const login = await fetch(new URL('/api/oauth/login', stage.origin), { redirect: 'manual' });
    const clinic = findMachine('clinic');
    if (!clinic) throw new Error('the embedded portal has a clinic');
    return requestToken(new URL(login.headers.get('location') ?? '').origin, clinic);
  };

  const useToken = async ({ page }: Visitor, token: string) => {
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Use', exact: true }).click();
  };

  /** The headers of the next call that the page sends. */
  const nextCall = async ({ page }: Visitor): Promise<Record<string, string>> => {
    const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/trpc/');
    return (await page.waitForRequest(isCall)).allHeaders();
  };

  it('go with the session of whoever signs in on it', async () => {
    const visitor = await stage.arrive();
    const { page } = visitor;
    const reference = new ReferencePage(page);
    await reference.open();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('User name').fill('doctor.ke');
    await page.getByLabel('Password').fill('doctor.ke-demo');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await reference.heading.waitFor();
    expect(new URL(page.url()).pathname).toBe('/api/docs');
    expect(await page.locator('.account').innerText()).toMatch(/^Signed in as .+ \(doctor\)/);
    expect(await page.locator('.caller').innerText()).toMatch(/They are sent as .+ \(doctor\)\.$/);
    await reference.choose(RECORD);
    const externalId = `reference-${Date.now()}`;
    await reference.fill({ ...CONSULTATION, externalId });
    const { status, answer } = await reference.execute();
    expect(status).toContain('200');
    expect(answer).toMatch(/"success":\s+true/);
    expect(answer).toMatch(/"country":\s+"KE"/);
    await reference.choose('consultations.list');
    await reference.fill({ externalId });
    expect((await reference.execute()).answer).toContain(externalId);
    await visitor.context.close();
  });

  it('are refused to nobody, and to whoever may not make them, and the page shows why', async () => {
    const visitor = await stage.arrive();
    const reference = new ReferencePage(visitor.page);
    await reference.open();
    await reference.choose(RECORD);
    const nobody = await reference.execute();
    expect(nobody.status).toContain('401');
    expect(nobody.answer).toContain('Please login (10001)');
    expect(await reference.status.innerText()).toBe('The answer has the status 401.');
    await visitor.becomes('ministry');
    await visitor.page.reload();
    await reference.heading.waitFor();
    const ministry = await reference.execute();
    expect(ministry.status).toContain('403');
    expect(ministry.answer).toContain('(10002)');
    await visitor.context.close();
  });

  it('go with an access token alone, even where somebody is signed in, until it is removed', async () => {
    const visitor = await stage.signedIn('ministry');
    const reference = new ReferencePage(visitor.page);
    await reference.open(`post-/api/trpc/${RECORD}`);
    const token = await clinicToken();
    await useToken(visitor, `Bearer ${token}`);
    const [headers, { status }] = await Promise.all([nextCall(visitor), reference.execute()]);
    expect(headers.authorization).toBe(`Bearer ${token}`);
    expect(headers).not.toHaveProperty('cookie');
    expect(status).toContain('200');
    await visitor.page.getByRole('button', { name: 'Remove' }).click();
    const [later, refused] = await Promise.all([nextCall(visitor), reference.execute()]);
    expect(later).not.toHaveProperty('authorization');
    expect(later.cookie).toContain('session=');
    expect(refused.status).toContain('403');
    expect(visitor.complaints.filter((complaint) => !complaint.includes('403'))).toEqual([]);
    await visitor.context.close();
  });

  it('never go with a token that came in the address', async () => {
    const visitor = await stage.signedIn('doctor.ke');
    const reference = new ReferencePage(visitor.page);
    const state = Buffer.from(JSON.stringify({ apiKeyId: 'accessToken' })).toString('base64url');
    const handed = new URLSearchParams({ state, token_type: 'Bearer', access_token: 'somebody-elses' });
    await visitor.page.goto(`/api/docs?${handed.toString()}#?route=post-/api/trpc/${RECORD}`);
    await reference.heading.waitFor();
    const [headers] = await Promise.all([nextCall(visitor), reference.execute()]);
    expect(headers).not.toHaveProperty('authorization');
    await visitor.context.close();
  });

  it('can be made without a mouse', async () => {
    const visitor = await stage.signedIn('doctor.ke');
    const { page } = visitor;
    const reference = new ReferencePage(page);
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
    await visitor.context.close();
  });

  it('lead on: the program that the page begins with records a consultation from Python', async () => {
    const visitor = await stage.arrive();
    const reference = new ReferencePage(visitor.page);
    await reference.open();
    const programs = await visitor.page
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
      await visitor.context.close();
    }
  });
});
