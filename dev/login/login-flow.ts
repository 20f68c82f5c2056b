import { Browser, type Page } from './browser';
import { findAccount } from '../portal/accounts';

/** The input of a login. */
export interface Login {
  /** Any address of the platform: `http://localhost:3000`. */
  readonly baseUrl: string;
  readonly username: string;
  /** Default: the password of the portal's account. */
  readonly password?: string;
  /** Of the second factor. Default: a login without it. */
  readonly code?: string;
  /** Path of the platform to open after the login. */
  readonly returnTo?: string;
}

/** Logs in at the embedded portal. @returns the value of the platform's `session` cookie */
export async function logIn(login: Login): Promise<string> {
  const browser = new Browser();
  const callback = await authorize(browser, login);
  const page = await browser.get(callback);
  const session = browser.cookie(login.baseUrl, 'session');
  if (session === undefined) throw new Error(`${page.url} gave no session: ${describe(page)}`);
  return session;
}

/** Logs in at the portal and consents. @returns the callback's URL with the code, which was not opened */
export async function authorize(browser: Browser, login: Login): Promise<string> {
  return sendConsent(browser, await signIn(browser, login), 'allow');
}

/** Opens the portal's login and sends user name and password. @returns the next page: consent, if the password is right */
export async function signIn(
  browser: Browser,
  { baseUrl, username, password, code, returnTo }: Login,
): Promise<Page> {
  const start = new URL('/api/oauth/login', baseUrl);
  if (returnTo !== undefined) start.searchParams.set('returnTo', returnTo);
  const first = await browser.get(start.href);
  if (first.redirect === undefined)
    throw new Error(`${start.href} does not lead to the portal: ${describe(first)}`);
  const page = await browser.follow(first);
  // A browser with a session of the portal gets the consent page, which has a link to the login form.
  const formAddress =
    /action="([^"]+\/login)"/.exec(page.body)?.[1] ?? /href="([^"]+\/login)"/.exec(page.body)?.[1];
  if (formAddress === undefined) throw new Error(`${page.url} is no login page: ${describe(page)}`);
  const form = { username, password: password ?? findAccount(username)?.password ?? '', code: code ?? '' };
  return browser.follow(await browser.post(new URL(formAddress, page.url).href, form));
}

/** Answers the consent page. @returns the callback's URL with the code or the error, which was not opened */
export async function sendConsent(browser: Browser, page: Page, choice: 'allow' | 'refuse'): Promise<string> {
  const address = new RegExp(`action="([^"]+/${choice})"`).exec(page.body)?.[1];
  if (address === undefined) throw new Error(`${page.url} does not ask for consent: ${describe(page)}`);
  const portal = new URL(page.url).origin;
  const response = await browser.post(new URL(address, page.url).href, {});
  const last = await browser.follow(response, { within: portal });
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
