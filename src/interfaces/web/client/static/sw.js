// Stores the page itself on the tablet, so that a till opens even while the box or the Wi-Fi is away. Nothing else is
// stored. The build inserts the file names.
const CACHE = `shell-${'VERSION'}`;
const CHUNKS = ['CHUNKS'];
const SHELL = ['/', '/app.js', '/app.css', '/icon.svg', '/manifest.webmanifest', ...CHUNKS];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));

/** Removes the caches of earlier versions. */
async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || !SHELL.includes(pathname)) return;
  event.respondWith(CHUNKS.includes(pathname) ? kept(pathname, event.request) : newest(pathname, event.request));
});

/** From the cache: a script of this name never changes. */
async function kept(pathname, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(pathname)) ?? fetch(request);
}

/** From the box if it answers, then cached; otherwise the last cached version. */
async function newest(pathname, request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  } catch (error) {
    const last = await cache.match(pathname);
    if (last !== undefined) return last;
    throw error;
  }
}
