// Makes every require of React find version 18.
const { Module } = require("node:module");
const { resolve } = require("node:path");

const paths = [resolve(__dirname, "../../react-18")];
const find = Module._resolveFilename;

Module._resolveFilename = function (request, parent, isMain, options) {
  const isReact = /^react(-dom)?($|\/)/.test(request);
  return find.call(this, request, parent, isMain, isReact ? { paths } : options);
};
