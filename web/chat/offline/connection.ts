import { type ReadonlySignal, effect, signal } from '@preact/signals';

/** How often a page that was opened without a connection checks whether the platform responds. */
const CHECK_INTERVAL_MS = 15_000;

/** A check without a response for this time has failed. Shorter than the interval. */
const CHECK_TIMEOUT_MS = 10_000;

const PAGE = '/chat';

/**
 * The connection to the platform. The service worker opens its stored page if there is none: that page does not know the account,
 * so it calls no procedure, and the page of the platform replaces it as soon as the platform responds.
 */
export class Connection {
  readonly isOffline;
  /** Whether the platform responds to a stored page. */
  readonly isBack = signal(false);
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

  /** Opens the page of the platform when the platform responds. @param isInUse whether that has to wait */
  watch(isInUse: ReadonlySignal<boolean>): void {
    if (!this.isStoredPage) return;
    effect(() => {
      if (this.isBack.value && !isInUse.value) this.reopen();
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

  /** Replaces a stored page. Draft and messages stay in the tab's storage. */
  reopen(): void {
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
