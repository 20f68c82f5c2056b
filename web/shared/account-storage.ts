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

/** Reports a sign-out to the other tabs. */
export function broadcastSignOut(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage(SIGNED_OUT);
  channel.close();
}

/** Calls the listener when the account signs out in another tab. */
export function watchSignOut(listener: () => void): void {
  new BroadcastChannel(SESSION_CHANNEL).addEventListener('message', ({ data }) => {
    if (data === SIGNED_OUT) listener();
  });
}
