// Keeps the page for use offline. The build fills in the version and the files.

const CACHE = "wedge-__VERSION__";
const FILES = __FILES__;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("wedge-") && name !== CACHE) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(clear());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const key = request.mode === "navigate" ? "./" : request;
  // Some hosts vary their answers by origin; the files are the same for all.
  const options = { ignoreSearch: true, ignoreVary: true };
  event.respondWith(
    caches.open(CACHE).then(async (cache) => (await cache.match(key, options)) ?? fetch(request)),
  );
});
