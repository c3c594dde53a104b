import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { defaultLocale, isLocale, type Locale } from '#platform/base/locale';
import { addressIn, readAddress } from '#app/i18n/address';

declare const self: WorkerScope;
/** The offline page in each language and the files it shows, written in by the build. */
declare const keptFiles: readonly { url: string; revision: string | null }[];

const offlinePath = '/offline';
const mostFiles = 150;

/*
 * The background worker keeps files below /assets/, whose names change with their content, and the offline page as a
 * stranger sees it. No answer of a call, no page of a person: those are not even looked at (security 31).
 */
addPlugins([
  { requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }) },
]);

registerRoute(
  ({ request }) => request.mode === 'navigate',
  new NetworkOnly({
    plugins: [{ handlerDidError: async ({ request }) => offlinePage(new URL(request.url)) }],
  }),
);
precacheAndRoute([...keptFiles], { cleanURLs: false, ignoreURLParametersMatching: [] });
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'files',
    plugins: [new ExpirationPlugin({ maxEntries: mostFiles, purgeOnQuotaError: true })],
  }),
);

/** In the language that the address says, else in that of the page that was open last. */
async function offlinePage({ pathname }: URL): Promise<Response | undefined> {
  const locale = readAddress(pathname).locale ?? (await lastLanguage());
  return matchPrecache(addressIn(locale, offlinePath));
}

/** A word of ours in a cache of its own: a worker is ended whenever it rests, and has no other memory. */
const languages = () => caches.open('language');

async function lastLanguage(): Promise<Locale> {
  const word = await (await (await languages()).match(offlinePath))?.text();
  return isLocale(word) ? word : defaultLocale;
}

self.addEventListener('message', (event: Waitable & { readonly data: unknown }) => {
  const { data: language } = event;
  if (!isLocale(language)) return;
  event.waitUntil(languages().then((cache) => cache.put(offlinePath, new Response(language))));
});

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event: Waitable) => event.waitUntil(forgetOlderCaches()));
clientsClaim();

/** What workers before this one kept under names of their own. */
async function forgetOlderCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => /^static-\d+$/.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** What an event of a worker waits for. */
interface Waitable {
  waitUntil(done: Promise<unknown>): void;
}

/** The part of a background worker's scope that is used here: its own library of types contradicts that of pages. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  addEventListener<E>(name: 'install' | 'activate' | 'message', heard: (event: E) => void): void;
}
