// Opens the page without a network: its files come from the server while it answers, else as they were last seen.
importScripts('files.js'); // build.py: self.page = {name, files}

const mine = `sortid ${registration.scope} `;
const current = mine + self.page.name;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(current).then((cache) => cache.addAll(self.page.files)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([
    self.clients.claim(),
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(mine) && name !== current).map((name) => caches.delete(name)))),
  ]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  event.respondWith(fetch(request).catch(async (error) => {
    const kept = await (await caches.open(current)).match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }));
});
