// Import endpoints.

export { importBatch } from './import/import-batch.ts';
export { type ImportRoutesOptions, importRoutes, removeDocuments } from './import/import-routes.ts';
