import { pickLocale } from '../../src/shared/locale';
import type { WorkerBuild } from '../../src/shared/worker-build';

/**
 * The service worker of the chat page. It stores the files of one build and the page without an account, and serves them if the
 * network fails. It stores no response to a request of the page, and no other address gets a response from it: telephones are
 * shared, and the storage outlives the session.
 */

declare const self: ServiceWorkerGlobalScope;
/** The server writes it before this script. */
declare const BUILD: WorkerBuild;

const CACHE_PREFIX = 'chat:';
const CACHE = CACHE_PREFIX + BUILD.version;
const FILES = new Set(BUILD.files);

/** After this time without a response, the stored page is shown. */
const PAGE_TIMEOUT_MS = 3_000;

/** The same for the navigation that a page announces because it has just reached the platform. */
const PATIENT_PAGE_TIMEOUT_MS = 60_000;

/** The navigation follows its announcement at once: later ones are of other tabs, or of the user. */
const NAVIGATION_DELAY_MS = 5_000;

/** The navigation that a page has announced, by its address: browsers do not report which page a navigation replaces. */
let announced: { readonly url: string; readonly until: number } | undefined;

self.addEventListener('install', (event) => {
  event.waitUntil(store());
});

// A new worker waits until no page of the old one is open: an old page imports files of its own build later.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(), self.clients.claim()]));
});

self.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') announced = { url: data, until: Date.now() + NAVIGATION_DELAY_MS };
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && /^\/chat\/?$/.test(url.pathname))
    event.respondWith(openPage(request, url));
  else if (FILES.has(url.pathname)) event.respondWith(readFile(request, url));
});

async function store(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Without the cookie, so that nothing about a person can be in a response. Files that the page has loaded are not loaded again.
  await cache.addAll([
    ...BUILD.files.map((path) => new Request(path, { credentials: 'omit' })),
    ...Object.values(BUILD.pages).map((path) => new Request(path, { credentials: 'omit', cache: 'reload' })),
  ]);
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns the page from the network, or the stored one if the platform does not respond, is too slow or out of order. */
async function openPage(request: Request, url: URL): Promise<Response> {
  const locale = pickLocale(url.searchParams.get('lang'), navigator.languages);
  const loading = fetch(request);
  const stored = match(BUILD.pages[locale] ?? '');
  // Without a stored page, for example because the browser has deleted it, the browser shows what is wrong.
  const storedOr = (other: Response | Promise<Response>) => stored.then((page) => page ?? other);
  const arrived = loading.then(
    (response) => (response.status < 500 ? response : storedOr(response)),
    () => storedOr(loading),
  );
  const timeout = takeAnnouncement(request.url) ? PATIENT_PAGE_TIMEOUT_MS : PAGE_TIMEOUT_MS;
  return Promise.race([arrived, wait(timeout).then(() => storedOr(loading))]);
}

/** Returns whether a page has announced the navigation. The announcement is then used up. */
function takeAnnouncement(url: string): boolean {
  if (announced?.url !== url) return false;
  const { until } = announced;
  announced = undefined;
  return Date.now() < until;
}

/** Returns a file of this build. The retry of an import has a query, which means nothing to the file. */
async function readFile(request: Request, url: URL): Promise<Response> {
  return (await match(url.pathname)) ?? fetch(request);
}

/** `Vary` says nothing here: the browser has decoded the files, and each language has its own page. */
function match(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
