// boot.js: a separate small script that shows a message if the app cannot be loaded, and retries.

/** The messages by language: no answer, rate limited, the page will retry. */
const MESSAGES: Readonly<Record<string, readonly [silent: string, busy: string, retrying: string]>> = {
  en: ["The server does not answer.", "Too many visitors at once.", "This page tries again by itself."],
  nl: ["De server antwoordt niet.", "Te veel bezoekers tegelijk.", "Deze pagina probeert het vanzelf opnieuw."],
  ru: ["Сервер не отвечает.", "Слишком много посетителей.", "Страница сама попробует ещё раз."],
  pt: ["O servidor não responde.", "Visitantes demais ao mesmo tempo.", "Esta página tenta de novo sozinha."],
  fr: ["Le serveur ne répond pas.", "Trop de visiteurs à la fois.", "Cette page réessaie d’elle-même."],
  it: ["Il server non risponde.", "Troppi visitatori insieme.", "Questa pagina riprova da sola."],
  es: ["El servidor no responde.", "Demasiadas visitas a la vez.", "Esta página vuelve a intentarlo sola."],
  tr: ["Sunucu yanıt vermiyor.", "Aynı anda çok fazla ziyaretçi.", "Bu sayfa kendiliğinden yeniden dener."],
};

/** The longest delay between two tries, unless the server asks for more. */
const MAX_DELAY_SECONDS = 30;

/** The storage key of the reload counter, which slows down reloads of a page that fails for another reason. */
const RELOADS = "parlour-reloads";

type Source = HTMLScriptElement | HTMLLinkElement;

const retried = new WeakSet<Source>();

addEventListener(
  "error",
  ({ target }) => {
    if (isOurs(target)) startRetries(target);
  },
  true,
);
// A stylesheet may have failed before this script ran. Browsers differ in what they report then, so check whether it has taken effect.
addEventListener("load", () => {
  if (getComputedStyle(document.documentElement).getPropertyValue("--parlour")) return;
  document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]").forEach(startRetries);
});

function isOurs(target: EventTarget | null): target is Source {
  if (target instanceof HTMLScriptElement) return target.type === "module";
  return target instanceof HTMLLinkElement && target.rel === "stylesheet";
}

function startRetries(source: Source): void {
  if (retried.has(source)) return;
  retried.add(source);
  attempt(source, 1);
}

/** Requests the files of a source; shows a message and retries until they are available, then applies them. */
function attempt(source: Source, tries: number): void {
  const retryAfter = (message: 0 | 1, seconds: number): void => {
    show(message);
    setTimeout(() => attempt(source, tries + 1), seconds * 1000 + Math.random() * 500);
  };
  Promise.all(addressesOf(source).map((address) => fetch(retryAddress(address, tries), { cache: "no-store" }))).then(
    (responses) => {
      const refusal = responses.find(({ ok }) => !ok);
      if (!refusal) return apply(source, tries);
      const busy = refusal.status === 429 || refusal.status === 503;
      retryAfter(busy ? 1 : 0, Number(refusal.headers.get("retry-after")) || delayAfter(tries));
    },
    () => retryAfter(0, delayAfter(tries)),
  );
}

/** The address of the file, and for a script those of the files that it imports. */
function addressesOf(source: Source): string[] {
  if (source instanceof HTMLLinkElement) return [source.href];
  const imported = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]");
  return [source.src, ...[...imported].map(({ href }) => href)];
}

function retryAddress(address: string, tries: number): string {
  const url = new URL(address);
  url.searchParams.set("retry", String(tries));
  return url.href;
}

/** Replaces a stylesheet in place; for a script reloads the page, because a browser may cache the failed import by its address. */
function apply(source: Source, tries: number): void {
  if (source instanceof HTMLLinkElement) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = retryAddress(source.href, tries);
    link.addEventListener("load", () => document.getElementById("boot")?.remove());
    return source.replaceWith(link);
  }
  const reloads = countReload();
  if (reloads > 0) show(0);
  setTimeout(() => location.reload(), reloads > 0 ? delayAfter(reloads) * 1000 : 0);
}

/** Counts a reload; returns how many there were before. */
function countReload(): number {
  try {
    const reloads = Number(sessionStorage.getItem(RELOADS));
    sessionStorage.setItem(RELOADS, String(reloads + 1));
    return reloads;
  } catch {
    return 3; // without storage the delay is always the same
  }
}

function delayAfter(tries: number): number {
  return Math.min(MAX_DELAY_SECONDS, 2 ** Math.min(tries, 10));
}

/** Shows a message at the top of the page. */
function show(message: 0 | 1): void {
  const messages = navigator.languages.map((tag) => MESSAGES[tag.slice(0, 2).toLowerCase()]).find(Boolean) ?? MESSAGES.en;
  const place = document.getElementById("boot") ?? document.body.insertBefore(document.createElement("p"), document.body.firstChild);
  place.id = "boot";
  place.setAttribute("role", "alert");
  place.textContent = `${messages?.[message]} ${messages?.[2]}`;
}
