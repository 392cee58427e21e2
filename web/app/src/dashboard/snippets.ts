// Code to copy: the same requests as in the documents, with the address of this server and a key.

/** A session against the computer. */
export function sessionOf(game: string): object {
  return { game, matchType: "bot", botDifficulty: "easy", players: [{ id: "ada", displayName: "Ada" }] };
}

/** A session by curl; `site` ends in a slash. */
export function curlSession(site: string, key: string, game: string): string {
  return `curl -s ${site}v1/sessions \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(sessionOf(game))}'`;
}

/** The same on a server in JavaScript. */
export function nodeSession(site: string, key: string, game: string): string {
  return `const answer = await fetch("${site}v1/sessions", {
  method: "POST",
  headers: { authorization: "Bearer ${key}", "content-type": "application/json" },
  body: JSON.stringify(${JSON.stringify(sessionOf(game))}),
});
const { playUrl, embedUrl } = await answer.json();
console.log(playUrl);`;
}

/** The game in a page. */
export function frame(): string {
  return `<iframe title="Game" width="480" height="820" src="EMBED_URL"></iframe>`;
}

/** Where webhooks go, by curl. */
export function curlWebhook(site: string, key: string): string {
  return `curl -s -X PUT ${site}v1/webhooks/endpoint \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://your-server.example/hook"}'`;
}
