// The origin of an imported site. Apart from import.ts, as accounts has no collections: this does not load the engine.

export { type Origin, claimOrigin, findOrigin } from './import/import-origin.ts';
