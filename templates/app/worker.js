// Keeps what a referee needs without network: entry pages, rules, scripts, styles, the tile font.
// Entries themselves never pass here; the page keeps and sends them.
const SHELL = "mjclub-{{ version }}";
const PAGES = "mjclub-pages";
const PATIENCE = 4000; // milliseconds for a page before the kept one is shown
const KEPT = /^\/(r|referee|rules)\/|^\/t\/[^/]+\/rules\/$/;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll({{ shell|safe }})));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("mjclub-") && name !== SHELL && name !== PAGES);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

async function page(request) {
  const cache = await caches.open(PAGES);
  const kept = () => cache.match(request, { ignoreVary: true, ignoreSearch: true });
  const stop = new AbortController();
  const timer = setTimeout(async () => (await kept()) && stop.abort(), PATIENCE);
  try {
    const response = await fetch(request, { signal: stop.signal });
    if (response.ok && !response.redirected) await cache.put(request, response.clone());
    return response.status < 500 ? response : ((await kept()) ?? response);
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function part(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

// Whoever logs in or out on this phone finds no pages of somebody else.
async function forgetPages() {
  const cache = await caches.open(PAGES);
  for (const request of await cache.keys()) if (new URL(request.url).pathname.startsWith("/referee/")) await cache.delete(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (/^\/account\/log(in|out)\//.test(url.pathname) && request.method === "POST") event.waitUntil(forgetPages());
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("{{ static_url }}")) event.respondWith(part(request));
  else if (request.mode === "navigate" && KEPT.test(url.pathname)) event.respondWith(page(request));
});
