// Packages that the folder web has installed.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../web/package.json', import.meta.url));

/** The path of a file of an installed package. */
export const installed = (name) => require.resolve(name);

/** An installed package. */
export const load = (name) => import(pathToFileURL(installed(name)));
