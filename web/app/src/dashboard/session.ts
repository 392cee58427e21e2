// Who is signed in, and what they look at.
import type { DashboardAccount } from "@parlour/sdk";
import { Value } from "../observable.js";
import { load, save } from "../storage.js";
import { RequestError, request, type ShownMode, type Subject } from "./client.js";

/** Who is signed in; `null` if nobody is. */
export const account = new Value<DashboardAccount | null>(null);

/** The mode that the pages show. */
export const mode = new Value<ShownMode>(load<ShownMode>("dashboard-mode") === "test" ? "test" : "live");

/** The tenant that an operator looks at. */
export const chosenTenant = new Value<string | undefined>(undefined);

/** Why somebody has to sign in again. */
export const notice = new Value<string | null>(null);

/** A test key that was typed or created here, for the snippets; it is lost with the page. */
export const testKey = new Value<string | null>(null);

/** What requests are about. */
export function subject(): Subject {
  return { mode: mode.get(), tenant: chosenTenant.get() };
}

/** Sends a request; signs out here if the sign-in has ended. */
export async function send<T>(method: string, path: string, body?: object): Promise<T> {
  try {
    return await request<T>(subject(), method, path, body);
  } catch (error) {
    if (error instanceof RequestError && error.status === 401 && account.get()) leave(true);
    throw error;
  }
}

/** Asks the server who is signed in, if somebody was when this browser was here last. */
export async function readAccount(): Promise<void> {
  if (load("dashboard-signed-in") === null) return;
  // Whoever is signed in may ask in the test mode.
  const found = await request<DashboardAccount>({ mode: "test" }, "GET", "v1/dashboard/account").catch(() => null);
  if (found) enter(found);
}

/** Signs in with a key, or with what a link has. */
export async function signIn(secret: { key: string } | { link: string }): Promise<void> {
  enter(await request<DashboardAccount>({ mode: mode.get() }, "POST", "v1/dashboard/sign-ins", secret));
}

/** Signs this browser out. */
export async function signOut(): Promise<void> {
  await request({ mode: mode.get() }, "DELETE", "v1/dashboard/sign-ins/current").catch(() => {});
  leave(false);
}

/** Shows another mode. */
export function showMode(next: ShownMode): void {
  save("dashboard-mode", next);
  mode.set(next);
}

/** Shows the pages of a tenant to the operator. */
export async function chooseTenant(id: string | undefined): Promise<void> {
  const before = chosenTenant.get();
  chosenTenant.set(id);
  try {
    account.set(await send<DashboardAccount>("GET", "v1/dashboard/account"));
  } catch (error) {
    chosenTenant.set(before);
    throw error;
  }
}

function enter(found: DashboardAccount): void {
  if (!found.modes.includes(mode.get())) mode.set("test");
  notice.set(null);
  save("dashboard-signed-in", true);
  account.set(found);
}

function leave(hasEnded: boolean): void {
  chosenTenant.set(undefined);
  testKey.set(null);
  save("dashboard-signed-in", null);
  notice.set(hasEnded ? "ended" : null);
  account.set(null);
}
