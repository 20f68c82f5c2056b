import { BASE_PATH } from '../../platform/trpc/transport/target';
import { OTHER_ACCOUNT, PAGE_ACCOUNT_HEADER } from '../../shared/page-account';
import { ACCOUNT_ENTRIES, ACCOUNT_ENTRY, SESSION_CHANNEL, SIGNED_OUT } from '../../shared/account-storage';

/** Path of the sign-out script, a separate file because the content security policy forbids inline scripts. */
export const SIGN_OUT_PATH = '/sign-out.js';

/**
 * Remembers the account of the page, and signs out with the button of a page that has no application of its own. Deletes what
 * the account has left in this tab, also if it signs out in another one. 401 means that the session has ended before, or that
 * another account has signed in; after any other failure it may go on, so that the page stays and says so.
 */
export const SIGN_OUT_SCRIPT = `const entries = ${JSON.stringify(ACCOUNT_ENTRIES)};
const channel = new BroadcastChannel('${SESSION_CHANNEL}');
const button = document.querySelector('#sign-out');
const failure = document.querySelector('#sign-out-failed');
const account = button?.dataset.account;
function rememberAccount() {
  try {
    if (account) localStorage.setItem('${ACCOUNT_ENTRY}', account);
    else localStorage.removeItem('${ACCOUNT_ENTRY}');
  } catch {
    // The browser forbids storage.
  }
}
function clearTab() {
  try {
    for (const name of Object.keys(sessionStorage))
      if (entries.some((entry) => name.startsWith(entry))) sessionStorage.removeItem(name);
    if (localStorage.getItem('${ACCOUNT_ENTRY}') === account) localStorage.removeItem('${ACCOUNT_ENTRY}');
  } catch {
    // The browser forbids storage, so nothing is stored.
  }
  if (button) location.reload();
}
async function endSession() {
  try {
    const headers = { '${PAGE_ACCOUNT_HEADER}': account };
    const response = await fetch('${BASE_PATH}/auth.logout', { method: 'POST', headers });
    if (response.ok) return 'ended';
    if (response.status !== 401) return 'failed';
    return (await response.text()).includes('${OTHER_ACCOUNT}') ? 'replaced' : 'ended';
  } catch {
    return 'failed';
  }
}
rememberAccount();
channel.addEventListener('message', ({ data }) => {
  if (data === '${SIGNED_OUT}') clearTab();
});
button?.addEventListener('click', async () => {
  failure.textContent = '';
  const outcome = await endSession();
  if (outcome === 'failed') {
    failure.textContent = failure.dataset.text;
    return;
  }
  if (outcome === 'ended') channel.postMessage('${SIGNED_OUT}');
  clearTab();
});
`;
