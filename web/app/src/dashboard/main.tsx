// Starts the dashboard.
import { render } from "preact";
import { Dashboard } from "./dashboard.js";
import { startRouter } from "./router.js";
import { readAccount } from "./session.js";
import { startTheme } from "./theme.js";
import "./styles/index.css";

startTheme();
startRouter();
await readAccount();
const place = document.getElementById("app");
place?.replaceChildren();
if (place) render(<Dashboard />, place);
