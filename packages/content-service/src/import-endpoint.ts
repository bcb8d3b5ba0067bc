// The import of a service. Apart from import.ts, as accounts has no collections: this does not load the engine.

export { archivedDate, importEndpoint, type ImportOrigin } from './import/import-endpoint.ts';
export { type Origin, claimOrigin, findOrigin } from './import/import-origin.ts';
