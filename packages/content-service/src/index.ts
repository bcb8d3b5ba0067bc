// Serving a model: HTTP routes, the model that follows its topics, OpenAPI. Beside it: store.ts, import.ts,
// import-endpoint.ts, html.ts, site.ts.
// A service imports nothing else of this package.

export { currentTokensOf } from './collections/current-tokens.ts';
export { toUserChange } from './collections/user.ts';
export { contentRoutes, type OwnList, type OwnUpdate, rawQueryOf } from './http/content-routes.ts';
export { historyRoutes, type HistoryRoutesOptions } from './http/history-routes.ts';
export { trashRoutes, type TrashRoutesOptions } from './http/trash-routes.ts';
export { findWithCopy } from './http/copied-values.ts';
export type { PresentValues } from './http/present-values.ts';
export {
  ifEditedOf,
  personOf,
  readConditions,
  readEdited,
  setCopyHeader,
  setEditHeaders,
} from './http/edit-conditions.ts';
export { pictureUsageRoutes } from './http/picture-usage-routes.ts';
export { createReadScheduler, type ReadScheduler } from './http/read-scheduler.ts';
export type { AuthorizeWrite, WriteContext, ContentWriter, WriteAction } from './http/content-writer.ts';
export { addDataHeaders, addModelGauges } from './live/data-headers.ts';
export { type LiveModel, type ModelChange, startLiveModel } from './live/live-model.ts';
export { describeCalls, type StaffCall } from './openapi/call-paths.ts';
export { historyPaths, trashPaths } from './openapi/history-paths.ts';
export type { JsonSchema } from './openapi/openapi-names.ts';
export { failure, projectionParameters } from './openapi/openapi-operations.ts';
export { withContent } from './openapi/openapi.ts';
