import { CALLER_IDS, type Caller } from '@vidhi/testing/authorization-matrix.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { aNewsApp, aPost, asRole } from './app-builder.ts';
import { ROWS } from './authorization-matrix-builder.ts';

async function anApp() {
  const { app, live } = await aNewsApp({ documents: { post: [aPost(1)] } });
  live.put('user', { id: 1, first_name: 'A', last_name: 'B', token_version: 1 }, 1);
  return {
    app,
    // Signature and expiry are verified in service-kit, with tests of its own: here both are tokens that are not valid.
    async headersOf(caller: Caller): Promise<Record<string, string>> {
      if (caller === 'anonymous') return {};
      if (caller === 'expired' || caller === 'forged') return { authorization: `Bearer ${caller}` };
      return asRole(CALLER_IDS[caller], caller.startsWith('revoked') ? 0 : 1);
    },
  };
}

describeMatrix('news', ROWS, anApp);
