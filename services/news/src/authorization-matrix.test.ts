import { afterAll } from 'vitest';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { CALLER_IDS } from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { aNewsApp, aPost } from './app-builder.ts';
import { DRAFT_OF_ANOTHER, OWN_DRAFT, ROWS } from './authorization-matrix-builder.ts';

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

const POSTS = [
  aPost(1),
  aPost(OWN_DRAFT, { publishedAt: null, user: CALLER_IDS.editor }),
  aPost(DRAFT_OF_ANOTHER, { publishedAt: null, user: CALLER_IDS.administrator }),
];

async function anApp() {
  const { app, live } = await aNewsApp({ documents: { post: POSTS }, verifyToken });
  for (const id of Object.values(CALLER_IDS))
    live.put('user', { id, first_name: 'A', last_name: 'B', token_version: 1 }, 1);
  return { app, headersOf: tokens.headersOf, headersOfDesks: tokens.headersOfDesks };
}

describeMatrix('news', ROWS, anApp);
