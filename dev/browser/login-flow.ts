import { Browser, type Page } from './browser';
import { findAccount } from '../portal/accounts';

/** Who logs in where. */
export interface Login {
  /** Any address of the platform, such as `http://localhost:3000`. */
  readonly baseUrl: string;
  readonly username: string;
  /** That of the portal's account when left out. */
  readonly password?: string;
  /** Path of the platform to go to afterwards. */
  readonly returnTo?: string;
}

/** Logs in as a person would, at the embedded portal. @returns the value of the platform's `session` cookie */
export async function logIn(login: Login): Promise<string> {
  const browser = new Browser();
  const callback = await authorize(browser, login);
  const page = await browser.get(callback);
  const session = browser.cookie(login.baseUrl, 'session');
  if (session === undefined) throw new Error(`${page.url} gave no session: ${describe(page)}`);
  return session;
}

/** Logs in at the portal and consents, and stops before the platform hears of it. @returns the callback's address, code included */
export async function authorize(browser: Browser, login: Login): Promise<string> {
  return answerConsent(browser, await signIn(browser, login), 'allow');
}

/** Logs in at the portal and refuses to share anything. @returns the callback's address, error included, not visited */
export async function refuseConsent(browser: Browser, login: Login): Promise<string> {
  return answerConsent(browser, await signIn(browser, login), 'refuse');
}

/** Goes from the platform to the portal and enters user name and password. @returns the page that follows: consent, if they are right */
export async function signIn(
  browser: Browser,
  { baseUrl, username, password, returnTo }: Login,
): Promise<Page> {
  const start = new URL('/api/oauth/login', baseUrl);
  if (returnTo !== undefined) start.searchParams.set('returnTo', returnTo);
  const first = await browser.get(start.href);
  if (first.redirect === undefined)
    throw new Error(`${start.href} does not lead to the portal: ${describe(first)}`);
  const page = await browser.follow(first);
  const known = findAccount(username)?.password ?? '';
  // Somebody logged in at the portal already is asked for consent straight away, with a link to the login form.
  const address =
    /action="([^"]+\/login)"/.exec(page.body)?.[1] ?? /href="([^"]+\/login)"/.exec(page.body)?.[1];
  if (address === undefined) throw new Error(`${page.url} is no login page: ${describe(page)}`);
  const form = { username, password: password ?? known };
  return browser.follow(await browser.post(new URL(address, page.url).href, form));
}

async function answerConsent(browser: Browser, page: Page, answer: 'allow' | 'refuse'): Promise<string> {
  const address = new RegExp(`action="([^"]+/${answer})"`).exec(page.body)?.[1];
  if (address === undefined) throw new Error(`${page.url} does not ask for consent: ${describe(page)}`);
  const portal = new URL(page.url).origin;
  const answered = await browser.post(new URL(address, page.url).href, {});
  const last = await browser.follow(answered, { within: portal });
  if (last.redirect === undefined) throw new Error(`${last.url} does not lead back: ${describe(last)}`);
  return last.redirect;
}

function describe({ status, body }: Page): string {
  const text = body
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return `${status} ${text.trim().slice(0, 300)}`;
}
