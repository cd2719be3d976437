// Creating a passkey and signing in with one. Without this script there are the personal link and
// recovery codes.
"use strict";

const decoded = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const encoded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function ask(path, data) {
  const answer = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data ?? {}),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.message);
  return told;
}

// What a browser returns, with its bytes as text.
function plain(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = encoded(credential.response[name]);
  }
  const { id, type } = credential;
  return { id, type, rawId: encoded(credential.rawId), response };
}

async function create(form) {
  const options = await ask("me/passkeys/options");
  options.challenge = decoded(options.challenge);
  options.user.id = decoded(options.user.id);
  for (const known of options.excludeCredentials ?? []) known.id = decoded(known.id);
  const credential = await navigator.credentials.create({ publicKey: options });
  await ask("me/passkeys", { credential: plain(credential), name: form.elements.name.value });
  location.assign("/me?passkey=yes");
}

async function use() {
  const options = await ask("passkeys/options");
  options.challenge = decoded(options.challenge);
  const credential = await navigator.credentials.get({ publicKey: options });
  await ask("passkeys", { credential: plain(credential) });
  location.assign("/");
}

addEventListener("submit", async (event) => {
  const form = event.target;
  const wanted = form.dataset.passkey;
  if (!wanted) return;
  event.preventDefault();
  const note = form.querySelector("[role=alert]");
  note.hidden = true;
  try {
    await (wanted === "create" ? create(form) : use());
  } catch (error) {
    // The browser's own reasons are not for people; ours come in their language.
    const cancelled = error instanceof DOMException;
    const words = cancelled ? note.dataset.cancelled : error.message;
    note.textContent = `${words[0].toUpperCase()}${words.slice(1)}.`;
    note.hidden = false;
  }
});

if (!window.PublicKeyCredential) for (const form of document.querySelectorAll("[data-passkey]")) form.hidden = true;
