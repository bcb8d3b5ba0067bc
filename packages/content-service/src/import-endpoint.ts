// The import of a service. Apart from import.ts, as accounts has no collections: this does not load the engine.

export { archivedDate, importEndpoint } from './import/import-endpoint.ts';
export {
  IMPORT_ORIGIN,
  type ImportOrigin,
  type Origin,
  checkOrigin,
  claimOrigin,
  mongoOrigin,
} from './import/import-origin.ts';
