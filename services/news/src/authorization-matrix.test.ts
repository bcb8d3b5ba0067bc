import { afterAll } from 'vitest';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { CALLER_IDS } from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { aNewsApp, aPost } from './app-builder.ts';
import { ROWS } from './authorization-matrix-builder.ts';

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

async function anApp() {
  const { app, live } = await aNewsApp({ documents: { post: [aPost(1)] }, verifyToken });
  for (const id of Object.values(CALLER_IDS))
    live.put('user', { id, first_name: 'A', last_name: 'B', token_version: 1 }, 1);
  return { app, headersOf: tokens.headersOf };
}

describeMatrix('news', ROWS, anApp);
