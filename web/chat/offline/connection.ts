import { type ReadonlySignal, effect, signal } from '@preact/signals';
import type { Session } from '../api/session';
import { findTabAccount } from '../storage/tab-storage';

/** How often a page that was opened without a connection checks whether the platform responds. */
const CHECK_INTERVAL_MS = 15_000;

/** A check without a response for this time has failed. Shorter than the interval. */
const CHECK_TIMEOUT_MS = 10_000;

const PAGE = '/chat';

export interface StoredPageUse {
  /** Whether the replacement of the page has to wait. */
  readonly isInUse: ReadonlySignal<boolean>;
  readonly session: Session;
}

/**
 * The connection to the platform. The service worker opens its stored page if there is none: that page does not know the account,
 * so it calls no procedure, and the page of the platform replaces it as soon as the platform responds. Before that it makes sure
 * that the account which has left something in the tab is signed in: the page of the platform would delete it for anybody else.
 */
export class Connection {
  readonly isOffline;
  /** Whether the platform responds to a stored page. */
  readonly isBack = signal(false);
  private use: StoredPageUse | undefined;
  private pendingCheck: Promise<void> | undefined;

  /** @param isStoredPage whether the service worker has opened the page */
  constructor(readonly isStoredPage: boolean) {
    this.isOffline = signal(isStoredPage || !navigator.onLine);
    addEventListener('online', () => {
      this.isOffline.value = isStoredPage;
      void this.check();
    });
    addEventListener('offline', () => {
      this.isOffline.value = true;
      this.isBack.value = false;
    });
  }

  /** Opens the page of the platform when the platform responds. */
  watch(use: StoredPageUse): void {
    if (!this.isStoredPage) return;
    this.use = use;
    effect(() => {
      if (this.isBack.value && !use.isInUse.value) void this.reopen();
    });
    setInterval(() => {
      if (document.visibilityState === 'visible') void this.check();
    }, CHECK_INTERVAL_MS);
  }

  /** Checks whether the platform responds to a stored page, once at a time. */
  check(): Promise<void> {
    if (!this.isStoredPage) return Promise.resolve();
    this.pendingCheck ??= this.requestPage().finally(() => {
      this.pendingCheck = undefined;
    });
    return this.pendingCheck;
  }

  /** Replaces a stored page, but if an account has left something in the tab, only if it is signed in. Draft and messages stay in the tab's storage. */
  async reopen(): Promise<void> {
    const session = this.use?.session;
    if (session && findTabAccount() !== null && !(await session.check())) {
      // Otherwise the platform has not responded: the next check tries again.
      this.isBack.value = session.hasEnded;
      return;
    }
    // The platform has just responded: on a slow connection too, the worker should wait for the page.
    const { href } = new URL(PAGE + location.search, location.href);
    navigator.serviceWorker.controller?.postMessage(href);
    location.replace(href);
  }

  private async requestPage(): Promise<void> {
    try {
      const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      const { ok } = await fetch(PAGE, { method: 'HEAD', cache: 'no-store', signal: timeout });
      this.isBack.value = ok;
    } catch {
      this.isBack.value = false;
    }
  }
}
