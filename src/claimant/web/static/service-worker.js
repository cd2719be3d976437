// The service worker: shows the last state of a table, or a page that says so, if there is no
// connection, and shows push messages. Pages always come from the network if there is one.
// The server puts four constants in front: VERSION, SHELL, OFFLINE and HEADERS.
"use strict";

const FILES = `claimant-${VERSION}`; // files of this version
const TABLES = `claimant-tables-${VERSION}`; // tables as one person last saw them
const WHO = "/-/who"; // where that person, and their language, are noted in TABLES
const MAX_TABLES = 8;
const MAX_BYTES = 600_000;

addEventListener("install", (event) => {
  skipWaiting(); // nothing that an earlier version stored is shown while there is a network
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll([...SHELL, ...Object.values(OFFLINE)])));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (![FILES, TABLES].includes(name)) await caches.delete(name);
    await registration.navigationPreload?.enable();
    await clients.claim();
  })());
});

// Pages and their files.

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
});

async function page(event, url) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const tables = await caches.open(TABLES);
    const { language } = await who(tables);
    return (await tables.match(url.pathname)) ?? (await caches.match(OFFLINE[language] ?? OFFLINE.en)) ?? Response.error();
  }
}

// What pages say: who is here, and what a table looks like when its page is left.

let queue = Promise.resolve(); // one after the other
addEventListener("message", (event) => {
  const done = queue.then(() => (event.data.table ? keep(event.data) : meet(event.data)));
  queue = done.catch(() => {});
  event.waitUntil(queue);
});

async function who(tables) {
  return (await (await tables.match(WHO))?.json()) ?? {};
}

async function meet({ person, language }) {
  let tables = await caches.open(TABLES);
  const before = await who(tables);
  if ((before.person ?? person) !== person) {
    // Somebody else, or nobody: nothing of the one before stays here.
    await caches.delete(TABLES);
    tables = await caches.open(TABLES);
    await (await registration.pushManager?.getSubscription())?.unsubscribe();
  }
  await tables.put(WHO, Response.json({ person, language }));
}

async function keep({ person, table, html, files }) {
  const tables = await caches.open(TABLES);
  await tables.delete(table);
  if (!html || html.length > MAX_BYTES || (await who(tables)).person !== person) return;
  const cache = await caches.open(FILES);
  for (const file of files.slice(0, 40)) if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  await tables.put(table, new Response(html, { headers: HEADERS }));
  const known = (await tables.keys()).map((request) => new URL(request.url).pathname).filter((path) => path !== WHO);
  for (const path of known.slice(0, -MAX_TABLES)) await tables.delete(path);
}

// Push messages.

addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

async function show({ title, body, path, tag, language, stop }) {
  const windows = await clients.matchAll({ type: "window" });
  if (windows.some((one) => one.visibilityState === "visible" && new URL(one.url).pathname === path)) return;
  await registration.showNotification(title ?? "claimant", {
    body,
    tag,
    lang: language,
    icon: ICON,
    badge: BADGE,
    data: { path, stop: stop?.path },
    actions: stop ? [{ action: "stop", title: stop.label }] : [],
  });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path, stop } = event.notification.data;
  event.waitUntil(event.action === "stop" ? fetch(stop, { method: "POST" }) : visit(path ?? "/"));
});

async function visit(path) {
  for (const one of await clients.matchAll({ type: "window" }))
    if (new URL(one.url).pathname === path) return one.focus();
  return clients.openWindow(path);
}
