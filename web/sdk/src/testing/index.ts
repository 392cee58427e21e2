// For tests of programs that use this package: a scripted opponent without network.
export { FakeRoom, type Reply, type Send } from "./fake-room.js";
export { type FakeServer, fakeServer } from "./fake-server.js";
export type { Script, ScriptedEnd } from "./script.js";
