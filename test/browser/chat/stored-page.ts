import type { Page } from 'playwright-core';
import { until } from '../../support/until';
import type { ChatPage } from './chat-page';

/** A stored response of the browser's `CacheStorage`. */
export interface StoredResponse {
  readonly cache: string;
  /** Path and query. */
  readonly path: string;
  readonly text: string;
}

/** Waits until the service worker has stored the page and serves its requests. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ??
    new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })))`);
}

/** Returns all that is stored for the origin. */
export function readStoredResponses(page: Page): Promise<StoredResponse[]> {
  return page.evaluate<StoredResponse[]>(`(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        const response = await cache.match(request, { ignoreVary: true });
        const headers = JSON.stringify([...response.headers]);
        found.push({ cache: name, path: pathname + search, text: headers + await response.text() });
      }
    }
    return found;
  })()`);
}

/** Returns whether the service worker has opened the page. */
export function isStoredPage(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`document.querySelector('#app')?.dataset.offline !== undefined`);
}

/** Waits until the page of the platform has replaced a stored page. */
export function waitForLivePage({ page, field }: ChatPage): Promise<void> {
  return until('the page of the platform is open', async () => {
    // The page may be replaced while it is asked.
    const isStored = await isStoredPage(page).catch(() => true);
    return !isStored && (await field.isVisible());
  });
}
