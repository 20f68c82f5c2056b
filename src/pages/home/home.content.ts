import type { User } from '../../modules/auth';
import { LOGIN_PATH } from '../../shared/login-paths';
import { type Html, html } from '../../platform/http/html';
import { BASE_PATH } from '../../platform/trpc/transport/target';
import { SIGN_OUT_FAILED, renderSignOutButton } from '../shared/sign-out-button';
import { SIGN_OUT_PATH } from '../shared/sign-out.script';

/** Renders the content of the start page. */
export function renderHomeContent(user: User | null, publicUrl: string): Html {
  const base = `${publicUrl}${BASE_PATH}`;
  return html`<p>The API of a health platform for Africa: tRPC over HTTP with JSON.</p>
    <section class="panel">${user ? renderAccount(user) : renderSignIn()}</section>
    <p><a href="/chat">Ask the health assistant</a></p>
    <h2>Where everything is</h2>
    <dl>
      <dt>API reference</dt>
      <dd>
        <a href="/api/docs"><code>${publicUrl}/api/docs</code></a>
      </dd>
      <dt>Base URL</dt>
      <dd><code>${base}</code></dd>
      <dt>A first call</dt>
      <dd>
        <a href="${BASE_PATH}/specialties.list"><code>${base}/specialties.list</code></a>
      </dd>
      <dt>Who is signed in</dt>
      <dd>
        <a href="${BASE_PATH}/auth.me"><code>${base}/auth.me</code></a>
      </dd>
      <dt>Alive</dt>
      <dd>
        <a href="/livez"><code>${publicUrl}/livez</code></a>
      </dd>
      <dt>Ready</dt>
      <dd>
        <a href="/readyz"><code>${publicUrl}/readyz</code></a>
      </dd>
    </dl>
    <script src="${SIGN_OUT_PATH}" defer></script>`;
}

function renderAccount({ name, email, role }: User): Html {
  const dashboard = html`<p><a class="button" href="/dashboard">Open the dashboard</a></p>`;
  const auditTrail = html`<p><a href="/admin/audit">Who did what</a></p>`;
  return html`<p>Signed in as <strong>${name || email || 'an account without a name'}</strong> (${role}).</p>
    ${role === 'ministry' || role === 'admin' ? dashboard : ''} ${role === 'admin' ? auditTrail : ''}
    <p>
      ${renderSignOutButton('Sign out', SIGN_OUT_FAILED)}
      <a href="${LOGIN_PATH}?prompt=login">Sign in as someone else</a>
    </p>`;
}

function renderSignIn(): Html {
  return html`<p>Nobody is signed in.</p>
    <p><a class="button" href="${LOGIN_PATH}">Sign in</a></p>`;
}
