// Tells the games where our webhooks are, and prints the secret that they are signed with as a line for `.env`.
import { Parlour } from "@parlour/sdk/server";

const { GAMES_API_KEY, GAMES_URL = "http://127.0.0.1:7300", HOOK_URL = "http://127.0.0.1:3001/webhooks" } = process.env;

const parlour = new Parlour({ apiKey: GAMES_API_KEY, baseUrl: GAMES_URL });

// The secret of an endpoint is shown once. Who has lost it makes a new one.
const { secret } = await parlour.webhooks.setEndpoint({ url: HOOK_URL, events: ["game.ended"] });
console.log(`GAMES_WEBHOOK_SECRET=${secret ?? (await parlour.webhooks.rotateSecret()).secret}`);
