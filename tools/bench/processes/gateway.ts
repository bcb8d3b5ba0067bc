import { endWithParent } from './ends-with-parent.ts';

/** The gateway itself, as it is started everywhere; only ends with its parent. */
endWithParent();
await import('../../../services/gateway/src/server.ts');
