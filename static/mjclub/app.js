// The site as an app: its worker, and the pages that this one needs without network. Browsers run a
// worker on https and on localhost alone; elsewhere the open page does what it can.
async function keep() {
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const wanted = [...document.querySelectorAll("[data-keep]")].map((node) => node.dataset.keep);
  if (!wanted.length) return;
  const cache = await caches.open("mjclub-pages");
  await Promise.allSettled([location.pathname, ...wanted.filter(Boolean)].map((path) => cache.add(path)));
  document.documentElement.dataset.kept = "yes";
  // Asked for where something is worth keeping: the browser then does not clear it by itself.
  await navigator.storage?.persist?.();
}

if ("serviceWorker" in navigator) keep().catch(() => {});
