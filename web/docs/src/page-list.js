// The pages in the order of the navigation: address below /docs, group, title, and where the text comes from.
import { eventsPage } from "./events-page.js";
import { restPage } from "./rest-page.js";
import { rulesPage, VARIANTS, variantPage } from "./rules-page.js";
import { settingsPage } from "./settings-page.js";
import { section, source } from "./source.js";

/** A page that is one Markdown file of the repository, without its first heading. */
const file = (address, group, title, path) => ({ address, group, title, path, render: (write) => ({ html: write(source(path)) }) });

/** A page that is one section of a Markdown file. */
const part = (address, group, title, path, heading) => ({ address, group, title, path, heading, render: (write) => ({ html: write(section(path, heading)) }) });

/** A page that is written from a document. */
const generated = (address, group, title, path, render) => ({ address, group, title, path, render });

export const PAGES = [
  file("", "Start", "Parlour", "docs/README.md"),
  file("quick-start", "Start", "Quick start", "docs/quick-start.md"),
  file("migration", "Start", "Coming from Beta Gamer", "docs/migration.md"),
  generated("rest", "Reference", "REST", "docs/rest.md", restPage),
  generated("events", "Reference", "Events", "docs/events.md", eventsPage),
  file("webhooks", "Reference", "Webhooks", "docs/webhooks.md"),
  generated("rules", "Reference", "Rules of the games", "docs/rules.md", rulesPage),
  ...VARIANTS.map((variant) => ({ ...generated(variant.address, "Rules", variant.name, "docs/rules.md", () => variantPage(variant)), isHidden: true })),
  file("sdk", "Packages", "@parlour/sdk", "web/sdk/README.md"),
  file("board", "Packages", "@parlour/board", "web/board/README.md"),
  file("react", "Packages", "@parlour/react", "web/react/README.md"),
  file("python", "Packages", "parlour-sdk for Python", "sdks/python/README.md"),
  file("operating", "Running a server", "Operating", "docs/operating.md"),
  generated("settings", "Running a server", "Settings", "docs/parlour.toml", settingsPage),
  file("scaling", "Running a server", "Scaling", "docs/scaling.md"),
  file("security", "Running a server", "Security model", "SECURITY.md"),
  file("changes", "Running a server", "Changes", "CHANGELOG.md"),
  part("adding-a-variant", "Working on it", "Adding a variant", "CONTRIBUTING.md", "How to add a variant of draughts"),
  part("adding-a-game", "Working on it", "Adding a game", "CONTRIBUTING.md", "How to add a game"),
  file("strength", "Working on it", "How strong the bots are", "docs/strength.md"),
  file("bench", "Working on it", "Measurements", "docs/bench/README.md"),
  file("bench-cluster", "Working on it", "Measurements of a cluster", "docs/bench/cluster.md"),
  file("architecture", "Working on it", "Architecture", "ARCHITECTURE.md"),
];
