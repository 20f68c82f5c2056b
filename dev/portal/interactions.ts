import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Negotiator from 'negotiator';
import type Provider from 'oidc-provider';
import { SECOND_FACTOR_ACR, SECOND_FACTOR_CODE, findAccount } from './accounts';
import { findLocale, pickLocale, type Locale } from '../../src/shared/locale';
import { consentPage, loginPage, refusalPage, startPage } from './pages';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly provider: Provider;
}

/** Serves the portal's own pages: start page, login, consent. @returns false for other paths */
export async function servePage(exchange: Exchange): Promise<boolean> {
  const { request, response } = exchange;
  const [pathname = '/'] = (request.url ?? '/').split('?');
  if (pathname === '/') {
    sendPage(response, startPage(exchange.provider.issuer));
    return true;
  }
  const match = /^\/interaction\/[\w-]+(\/login|\/allow|\/refuse)?$/.exec(pathname);
  if (match === null) return false;
  try {
    const interaction = await exchange.provider.interactionDetails(request, response);
    await serveStep(`${request.method ?? ''} ${match[1] ?? '/'}`, { ...exchange, interaction });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error;
    sendPage(response, refusalPage('expired', preferredLocale(request)), 400);
  }
  return true;
}

interface Step extends Exchange {
  readonly interaction: Interaction;
}

async function serveStep(step: string, exchange: Step): Promise<void> {
  const { request, response, provider, interaction } = exchange;
  switch (step) {
    case 'GET /':
      sendPage(
        response,
        interaction.prompt.name === 'login' ? await renderLogin(exchange) : await renderConsent(exchange),
      );
      return;
    case 'GET /login':
      sendPage(response, await renderLogin(exchange));
      return;
    case 'POST /login':
      await checkPassword(exchange);
      return;
    case 'POST /allow':
      await provider.interactionFinished(request, response, {
        consent: { grantId: await saveGrant(exchange) },
      });
      return;
    case 'POST /refuse':
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The person refused to share their details.',
      });
      return;
    default:
      sendPage(response, refusalPage('noSuchPage', localeOf(exchange)), 404);
  }
}

/** Returns the login form, filled with the demonstration's account that was chosen. */
async function renderLogin(step: Step): Promise<string> {
  const { searchParams } = new URL(step.request.url ?? '/', step.provider.issuer);
  const account = findAccount(searchParams.get('account') ?? '');
  return loginPage(await attemptOf(step), account ?? { username: '' });
}

async function renderConsent(step: Step): Promise<string> {
  const account = findAccount(step.interaction.session?.accountId ?? '');
  if (account === undefined) return renderLogin(step);
  return consentPage(await attemptOf(step), { account, scopes: scopesOf(step.interaction) });
}

async function attemptOf(step: Step) {
  const { provider, interaction } = step;
  const client = await provider.Client.find(String(interaction.params.client_id));
  return {
    uid: interaction.uid,
    application: client?.clientName ?? String(interaction.params.client_id),
    asksForSecondFactor: wordsOf(interaction.params.acr_values).includes(SECOND_FACTOR_ACR),
    locale: localeOf(step),
  };
}

/** Returns the language that the application asks for (OpenID Connect Core, section 3.1.2.1), else the browser's. */
function localeOf({ request, interaction }: Step): Locale {
  return findLocale(wordsOf(interaction.params.ui_locales)) ?? preferredLocale(request);
}

function preferredLocale(request: IncomingMessage): Locale {
  return pickLocale(null, new Negotiator(request).languages());
}

function scopesOf({ params }: Interaction): string[] {
  return wordsOf(params.scope);
}

function wordsOf(parameter: unknown): string[] {
  return typeof parameter === 'string' ? parameter.split(' ') : [];
}

async function checkPassword(step: Step): Promise<void> {
  const { request, response, provider } = step;
  const form = await readForm(request);
  const username = form.get('username')?.trim() ?? '';
  const account = findAccount(username);
  if (account?.password !== (form.get('password') ?? '')) {
    sendPage(response, loginPage(await attemptOf(step), { username, problem: 'wrongPassword' }), 400);
    return;
  }
  // Empty: a login without the second factor, which the application may refuse.
  const code = form.get('code') ?? '';
  if (code !== '' && code !== SECOND_FACTOR_CODE) {
    sendPage(response, loginPage(await attemptOf(step), { username, problem: 'wrongCode' }), 400);
    return;
  }
  const next = await provider.interactionResult(request, response, {
    login: { accountId: account.username, ...(code !== '' && { acr: SECOND_FACTOR_ACR }) },
  });
  await endOtherSession(step, account.username);
  response.writeHead(303, { location: next }).end();
}

/** Ends another account's session of the portal: otherwise oidc-provider would show a logout page. */
async function endOtherSession({ provider, interaction }: Step, username: string): Promise<void> {
  const session = await provider.Session.find(interaction.session?.cookie ?? '');
  if (session === undefined || session.accountId === username) return;
  session.accountId = undefined;
  session.authorizations = {};
  await session.persist();
}

async function saveGrant({ provider, interaction }: Step): Promise<string> {
  const grant = new provider.Grant({
    accountId: interaction.session?.accountId,
    clientId: String(interaction.params.client_id),
  });
  grant.addOIDCScope(scopesOf(interaction).join(' '));
  return grant.save();
}

/** Reads a form of at most 10 kB. Returns an empty form for a larger one. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (Number(request.headers['content-length'] ?? Number.NaN) <= 10_000)
    return new URLSearchParams(await text(request));
  request.resume();
  return new URLSearchParams();
}

/** Sends a page that loads nothing and is not cached. No `form-action`: it would block the redirect to the application. */
export function sendPage(response: ServerResponse, page: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(page);
}
