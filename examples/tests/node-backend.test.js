// The back end: games for its users, webhooks that are checked, results that are shown.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { Club } from "./club.js";
import { Visitor } from "./visitor.js";

let club;
before(async () => (club = await Club.open()));
after(() => club?.close());

test("a user plays, and the result comes by webhook to every open page", async () => {
  const ann = await Visitor.come(club.browser, club.backend.address);
  const bob = await Visitor.come(club.browser, club.backend.address);
  await ann.page.getByText("Play", { exact: true }).click();
  await ann.playTicTacToe(ann.page.frameLocator("iframe"));
  for (const visitor of [ann, bob]) await visitor.reads(/tictactoe: (Ann won|Ann lost|a draw) \((victory|draw)\)/);
  await ann.leave();
  await bob.leave();
});

/** Sends a webhook that says Mallory won, signed with this key. */
async function forge(key) {
  const body = JSON.stringify({ id: "evt_1", event: "game.ended", sessionId: "s1", timestamp: new Date().toISOString(), data: { winner: "mallory" } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", Buffer.from(key.slice("whsec_".length), "base64")).update(`evt_1.${timestamp}.${body}`).digest("base64");
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  const response = await fetch(`${club.backend.address}/webhooks`, { method: "POST", headers, body });
  return { status: response.status, ...(await response.json()) };
}

test("a forged webhook is refused and changes nothing", async () => {
  const before = await (await fetch(`${club.backend.address}/api/results`)).json();
  const other = `whsec_${Buffer.from("some other secret of some length").toString("base64")}`;
  assert.deepEqual(await forge(other), { status: 401, error: "signature_wrong" });
  const bare = await fetch(`${club.backend.address}/webhooks`, { method: "POST", body: "{}" });
  assert.deepEqual([bare.status, await bare.json()], [401, { error: "header_missing" }]);
  assert.deepEqual(await (await fetch(`${club.backend.address}/api/results`)).json(), before);
});

test("a webhook signed with the secret is taken, and its session looked up", async () => {
  // The signature is right, so the back end goes on to ask for session s1, which does not exist.
  assert.deepEqual((await forge(club.secret)).status, 400);
});

test("what the games refuse is told in words", async () => {
  const response = await fetch(`${club.backend.address}/api/sessions`, { method: "POST", body: JSON.stringify({ game: "chess", name: "Ann" }) });
  assert.equal(response.status, 400);
  assert.match((await response.json()).error, /chess|game/i);
});
