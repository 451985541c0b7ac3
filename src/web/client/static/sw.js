// Keeps the page itself on the tablet, so that a till opens also while the box or the Wi-Fi is away. Nothing else is kept.
const CACHE = 'shell';
const SHELL = ['/', '/app.js', '/app.css', '/icon.svg', '/manifest.webmanifest'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || !SHELL.includes(pathname)) return;
  event.respondWith(newest(pathname, event.request));
});

/** From the box where it answers, and kept; else what was kept last. */
async function newest(pathname, request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(pathname);
    if (kept !== undefined) return kept;
    throw error;
  }
}
