// Keeps the page for use offline. The build fills in the version and the files.

const CACHE = "wedge-__VERSION__";
const FILES = __FILES__;
const LATER = __LATER__;

/** The answer with the headers that let the page share memory between threads, which few hosts send. */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

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
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const known = await cache.match(key, options);
    if (known) return isolated(known);
    const response = await fetch(request);
    // What is loaded with its first use, such as dark chess, stays from then on.
    if (response.ok && LATER.some((file) => request.url.endsWith(file))) await cache.put(request, response.clone());
    return isolated(response);
  };
  event.respondWith(answer());
});
