// The frame of the dashboard: who is signed in, the pages, and the page that is shown.
import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useValue } from "../value.js";
import { words } from "./messages.js";
import { Page, Problem } from "./parts.js";
import { pageAddress, route } from "./router.js";
import { account, mode, showMode, signOut } from "./session.js";
import { SignIn } from "./sign-in.js";
import { isDark, switchTheme } from "./theme.js";

type PageName = keyof typeof words.nav;

interface PageEntry {
  /** The part of the address after `dashboard/`. */
  readonly path: string;
  readonly name: PageName;
  /** Who sees it: a tenant, an operator who has chosen a tenant, or every operator. */
  readonly of: "tenant" | "operator" | "everyone";
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Every page; each is loaded when it is first shown. */
const PAGES: readonly PageEntry[] = [
  { path: "", name: "overview", of: "tenant", load: () => import("./pages/overview.js") },
  { path: "start", name: "start", of: "tenant", load: () => import("./pages/start.js") },
  { path: "keys", name: "keys", of: "tenant", load: () => import("./pages/keys.js") },
  { path: "games", name: "games", of: "tenant", load: () => import("./pages/games.js") },
  { path: "webhooks", name: "webhooks", of: "tenant", load: () => import("./pages/webhooks.js") },
  { path: "requests", name: "requests", of: "tenant", load: () => import("./pages/requests.js") },
  { path: "logs", name: "logs", of: "tenant", load: () => import("./pages/logs.js") },
  { path: "usage", name: "usage", of: "tenant", load: () => import("./pages/usage.js") },
  { path: "theme", name: "theme", of: "tenant", load: () => import("./pages/theme.js") },
  { path: "tenants", name: "tenants", of: "operator", load: () => import("./pages/tenants.js") },
  { path: "server", name: "server", of: "operator", load: () => import("./pages/server.js") },
  { path: "sign-ins", name: "signIns", of: "everyone", load: () => import("./pages/sign-ins.js") },
];

/** The whole dashboard. */
export function Dashboard(): ComponentChild {
  const signedIn = useValue(account);
  const { page } = useValue(route);
  if (!signedIn) return <SignIn />;
  const isSeen = ({ of }: PageEntry): boolean => of === "everyone" || (of === "tenant" ? signedIn.tenant !== null : signedIn.role === "operator");
  const pages = PAGES.filter(isSeen);
  const shown = pages.find(({ path }) => path === page) ?? pages[0];
  return (
    <>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header class="top">
        <p class="brand">{words.title}</p>
        <p class="who">{signedIn.tenant?.name ?? words.chooseTenant}</p>
        {signedIn.tenant && <ModeSwitch modes={signedIn.modes} />}
        <div class="row">
          <button type="button" class="small" onClick={switchTheme}>
            {useValue(isDark) ? words.light : words.dark}
          </button>
          <button type="button" class="small" onClick={() => void signOut()}>
            {words.signOut}
          </button>
        </div>
      </header>
      <div class="columns">
        <nav aria-label={words.pages}>
          <ul>
            {pages.map(({ name, path }) => (
              <li key={name}>
                <a ref={shown?.path === path ? showInList : null} href={pageAddress(path)} aria-current={shown?.path === path ? "page" : undefined}>
                  {words.nav[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="content">{shown && <LazyPage key={shown.name} entry={shown} />}</main>
      </div>
    </>
  );
}

/** Scrolls the list of pages to a link; on a phone it is one row. */
function showInList(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function ModeSwitch({ modes }: { modes: readonly string[] }): ComponentChild {
  const now = useValue(mode);
  return (
    <fieldset class={`mode ${now}`}>
      <legend class="visually-hidden">{words.mode}</legend>
      <div class="segments one-row">
        {(["live", "test"] as const).map((one) => (
          <label key={one} class="segment">
            <input type="radio" name="mode" checked={one === now} disabled={!modes.includes(one)} onChange={() => showMode(one)} />
            <span>{words.modes[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function LazyPage({ entry }: { entry: PageEntry }): ComponentChild {
  const [Shown, setShown] = useState<ComponentType | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setProblem(null);
    entry.load().then((part) => setShown(() => part.default), setProblem);
  }, [tries]);
  if (Shown) return <Shown />;
  if (problem === null)
    return (
      <p class="muted" role="status">
        {words.loading}
      </p>
    );
  return (
    <Page title={words.nav[entry.name]}>
      <Problem problem={problem} retry={() => (tries < 2 ? setTries(tries + 1) : location.reload())} />
    </Page>
  );
}
