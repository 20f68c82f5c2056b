import { ACCOUNT_ENTRIES, SESSION_CHANNEL, SIGNED_OUT } from '../../src/shared/account-storage';

/** Deletes what the account has left in this tab, also on other pages. */
export function clearAccountStorage(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (ACCOUNT_ENTRIES.some((entry) => name.startsWith(entry))) sessionStorage.removeItem(name);
  } catch {
    // The browser forbids storage, so nothing is stored.
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
