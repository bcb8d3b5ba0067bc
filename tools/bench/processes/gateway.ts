import { endWithParent } from './ends-with-parent.ts';

/** The gateway itself; exits with its parent. */
endWithParent();
await import('../../../services/gateway/src/server.ts');
