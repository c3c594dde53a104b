/*
 * The background worker. It keeps two kinds of things and nothing else: files under /assets/, whose names change
 * with their content, and the page shown without a connection. No answer of the API, no page of a person.
 */
const CACHE = 'static-1';
const OFFLINE = '/offline';
const MOST_FILES = 150;

const isHashed = (url) =>
  url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** The offline page as a stranger sees it, with the styles and fonts it names. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE, { credentials: 'omit', cache: 'reload' });
  if (!page.ok) return;
  const html = await page.clone().text();
  const styles = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map((match) => match[1]);
  await cache.addAll(styles);
  await cache.put(OFFLINE, page);
}

async function fromCacheFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const keys = (await cache.keys()).filter((key) => isHashed(new URL(key.url)));
    await Promise.all(keys.slice(0, -MOST_FILES).map((key) => cache.delete(key)));
  }
  return answer;
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keepOfflinePage());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name !== CACHE);
      await Promise.all(names.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (isHashed(new URL(request.url))) event.respondWith(fromCacheFirst(request));
  else if (request.mode === 'navigate')
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()),
    );
});
