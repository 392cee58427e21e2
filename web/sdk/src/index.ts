// Everything a browser or a Node client needs to play and watch games.
export * from "./errors.js";
