export { createClient as createVidhi } from './client.ts';
export { VidhiError, type StoredSession } from './session.ts';
