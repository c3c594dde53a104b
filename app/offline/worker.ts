import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { defaultLocale, isKnownLocale, isLocale, type Locale } from '#platform/base/locale';
import { addressIn, readAddress } from '#app/i18n/address';
import { newsOf, type NewsWords } from './news';

declare const self: WorkerScope;
/** The offline page in each language and the files it shows, written in by the build. */
declare const keptFiles: readonly { url: string; revision: string | null }[];

/** What news says in each language, drafts included; written in by the build. */
declare const newsWords: Readonly<Record<Locale, NewsWords>>;

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

/** In the language that the address says, else in that of the page that was open last; a draft's is kept by no stranger. */
async function offlinePage({ pathname }: URL): Promise<Response | undefined> {
  const locale = readAddress(pathname).locale ?? (await lastLanguage());
  return matchPrecache(addressIn(isLocale(locale) ? locale : defaultLocale, offlinePath));
}

/** A word of ours in a cache of its own: a worker is ended whenever it rests, and has no other memory. */
const languages = () => caches.open('language');

async function lastLanguage(): Promise<Locale> {
  const word = await (await (await languages()).match(offlinePath))?.text();
  return isKnownLocale(word) ? word : defaultLocale;
}

self.addEventListener('message', (event: Waitable & { readonly data: unknown }) => {
  const { data: language } = event;
  if (!isKnownLocale(language)) return;
  event.waitUntil(languages().then((cache) => cache.put(offlinePath, new Response(language))));
});

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event: Waitable) => event.waitUntil(forgetOlderCaches()));
clientsClaim();

/**
 * Shows what happened, in the language of this device, from the worker's own words. Browsers ask for a notification at each
 * push; where a page of ours is in view, which shows it anyway, it comes without a sound.
 */
async function showNews(text: string | undefined): Promise<void> {
  const [locale, seen] = await Promise.all([lastLanguage(), isInView()]);
  const { path, words, title, tag } = newsOf(text, newsWords[locale]);
  await self.registration.showNotification(title, {
    ...{ body: words, lang: locale, tag, silent: seen, data: path },
    ...{ icon: '/icon-192.png', badge: '/icon-192.png' },
  });
}

async function isInView(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
}

self.addEventListener('push', (event: Waitable & { readonly data: PushData | null }) =>
  event.waitUntil(showNews(event.data?.text())),
);
self.addEventListener('notificationclick', (event: Waitable & { readonly notification: Shown }) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});

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
  addEventListener<E>(
    name: 'install' | 'activate' | 'message' | 'push' | 'notificationclick',
    heard: (event: E) => void,
  ): void;
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>;
  };
  readonly clients: {
    matchAll(which: object): Promise<ReadonlyArray<{ readonly visibilityState: string }>>;
    openWindow(path: string): Promise<unknown>;
  };
}

interface PushData {
  text(): string;
}

/** A notification of this worker, which laid its page in it. */
interface Shown {
  readonly data: string;
  close(): void;
}
