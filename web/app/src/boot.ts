// boot.js: a small script of its own that tells what happened when the app itself cannot be loaded, and tries again.

/** What is said, by language: the server does not answer, it asks for patience, it is tried again. */
const WORDS: Readonly<Record<string, readonly [silent: string, busy: string, again: string]>> = {
  en: ["The server does not answer.", "Too many visitors at once.", "This page tries again by itself."],
  nl: ["De server antwoordt niet.", "Te veel bezoekers tegelijk.", "Deze pagina probeert het vanzelf opnieuw."],
  ru: ["Сервер не отвечает.", "Слишком много посетителей.", "Страница сама попробует ещё раз."],
  pt: ["O servidor não responde.", "Visitantes demais ao mesmo tempo.", "Esta página tenta de novo sozinha."],
  fr: ["Le serveur ne répond pas.", "Trop de visiteurs à la fois.", "Cette page réessaie d’elle-même."],
  it: ["Il server non risponde.", "Troppi visitatori insieme.", "Questa pagina riprova da sola."],
  es: ["El servidor no responde.", "Demasiadas visitas a la vez.", "Esta página vuelve a intentarlo sola."],
  tr: ["Sunucu yanıt vermiyor.", "Aynı anda çok fazla ziyaretçi.", "Bu sayfa kendiliğinden yeniden dener."],
};

/** The longest wait between two tries, unless the server asks for more. */
const LONGEST_SECONDS = 30;

/** Where the reloads are counted, so that a page that fails for another reason is not loaded again and again. */
const RELOADS = "parlour-reloads";

type Source = HTMLScriptElement | HTMLLinkElement;

const known = new WeakSet<Source>();

addEventListener(
  "error",
  ({ target }) => {
    if (isOurs(target)) mend(target);
  },
  true,
);
// A stylesheet may have failed before this script was there. Browsers differ in what they then keep of it, so its effect is looked for.
addEventListener("load", () => {
  if (getComputedStyle(document.documentElement).getPropertyValue("--parlour")) return;
  document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]").forEach(mend);
});

function isOurs(target: EventTarget | null): target is Source {
  if (target instanceof HTMLScriptElement) return target.type === "module";
  return target instanceof HTMLLinkElement && target.rel === "stylesheet";
}

function mend(source: Source): void {
  if (known.has(source)) return;
  known.add(source);
  attempt(source, 1);
}

/** Asks for the files; says what happened until they can be had, then takes them. */
function attempt(source: Source, tries: number): void {
  const refused = (what: 0 | 1, seconds: number): void => {
    say(what);
    setTimeout(() => attempt(source, tries + 1), seconds * 1000 + Math.random() * 500);
  };
  Promise.all(addressesOf(source).map((address) => fetch(again(address, tries), { cache: "no-store" }))).then(
    (responses) => {
      const refusal = responses.find(({ ok }) => !ok);
      if (!refusal) return take(source, tries);
      const busy = refusal.status === 429 || refusal.status === 503;
      refused(busy ? 1 : 0, Number(refusal.headers.get("retry-after")) || waitAfter(tries));
    },
    () => refused(0, waitAfter(tries)),
  );
}

/** The file itself, and for a script those that it imports. */
function addressesOf(source: Source): string[] {
  if (source instanceof HTMLLinkElement) return [source.href];
  const imported = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]");
  return [source.src, ...[...imported].map(({ href }) => href)];
}

function again(address: string, tries: number): string {
  const url = new URL(address);
  url.searchParams.set("retry", String(tries));
  return url.href;
}

/** A stylesheet is taken in place. A script needs a new page: a browser may keep the failed import for its address. */
function take(source: Source, tries: number): void {
  if (source instanceof HTMLLinkElement) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = again(source.href, tries);
    link.addEventListener("load", () => document.getElementById("boot")?.remove());
    return source.replaceWith(link);
  }
  const reloads = countReload();
  if (reloads > 0) say(0);
  setTimeout(() => location.reload(), reloads > 0 ? waitAfter(reloads) * 1000 : 0);
}

/** How often this page was loaded again before. */
function countReload(): number {
  try {
    const reloads = Number(sessionStorage.getItem(RELOADS));
    sessionStorage.setItem(RELOADS, String(reloads + 1));
    return reloads;
  } catch {
    return 3; // nothing can be kept, so the wait is the same each time
  }
}

function waitAfter(tries: number): number {
  return Math.min(LONGEST_SECONDS, 2 ** Math.min(tries, 10));
}

/** Says what happened, above whatever the page shows. */
function say(what: 0 | 1): void {
  const words = navigator.languages.map((wish) => WORDS[wish.slice(0, 2).toLowerCase()]).find(Boolean) ?? WORDS.en;
  const place = document.getElementById("boot") ?? document.body.insertBefore(document.createElement("p"), document.body.firstChild);
  place.id = "boot";
  place.setAttribute("role", "alert");
  place.textContent = `${words?.[what]} ${words?.[2]}`;
}
