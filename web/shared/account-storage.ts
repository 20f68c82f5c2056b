import {
  ACCOUNT_ENTRIES,
  ACCOUNT_ENTRY,
  SESSION_CHANNEL,
  SIGNED_OUT,
} from '../../src/shared/account-storage';

/**
 * Deletes what the account has left in this tab, also on other pages, and forgets it in the browser.
 * @param account null if it is not known
 */
export function clearAccountStorage(account: string | null): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (ACCOUNT_ENTRIES.some((entry) => name.startsWith(entry))) sessionStorage.removeItem(name);
    // Another account may have signed in since.
    if (findRememberedAccount() === account) rememberAccount(null);
  } catch {
    // The browser forbids storage, so nothing is stored.
  }
}

/** Stores the account that the platform has made this page for; null if anonymous. */
export function rememberAccount(account: string | null): void {
  try {
    if (account === null) localStorage.removeItem(ACCOUNT_ENTRY);
    else localStorage.setItem(ACCOUNT_ENTRY, account);
  } catch {
    // The browser forbids storage.
  }
}

/** Returns the account that the platform has made the last page for, in any tab; null if anonymous or not known. */
export function findRememberedAccount(): string | null {
  try {
    return localStorage.getItem(ACCOUNT_ENTRY);
  } catch {
    return null;
  }
}

/** Reports sign-outs between tabs. A page has one: a second one would receive the page's own reports. */
export class SignOutChannel {
  private readonly channel = new BroadcastChannel(SESSION_CHANNEL);

  /** Reports a sign-out to the other tabs. */
  broadcast(): void {
    this.channel.postMessage(SIGNED_OUT);
  }

  /** Calls the listener when the account signs out in another tab. */
  watch(listener: () => void): void {
    this.channel.addEventListener('message', ({ data }) => {
      if (data === SIGNED_OUT) listener();
    });
  }
}
