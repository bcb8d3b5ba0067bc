import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { mailId, messageIdOf } from '../ledger/mail.ts';
import { createBounceTokens } from './bounce-token.ts';

const keysOf = (secret: string) => ({
  sign: async (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest().subarray(0, 24).toString('base64url'),
});
const tokens = createBounceTokens(keysOf('secret of this site'));
const ID = mailId('newsletter.sent:1:abc', { template: 'newsletter', role: 'subscriber' });

it('finds the mail of a token wherever it stands, in any case', async () => {
  const token = await tokens.sign(ID);
  expect(token).toMatch(/^[a-z2-7]{32}-[a-z2-7]{13}$/);
  for (const text of [
    `To: bounces+${token}@site.example`,
    `Original-Envelope-Id: ${token.toUpperCase()}`,
    `X-Bounce-Token: ${token}\nX-Other: ${token}`,
  ])
    expect(await tokens.findMails(text)).toEqual([ID]);
});

it('finds nothing in what others can make up', async () => {
  const token = await tokens.sign(ID);
  const ofAnother = await createBounceTokens(keysOf('another secret')).sign(ID);
  for (const text of [
    '',
    // Message-IDs follow from issue and address, which others may know.
    `Message-ID: ${messageIdOf(ID, 'site.example')}`,
    ofAnother,
    `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
    `x${token}`,
    token.slice(0, 32),
  ])
    expect(await tokens.findMails(text)).toEqual([]);
});

it('examines ten tokens of one report at most', async () => {
  let signed = 0;
  const counted = createBounceTokens({
    sign: async (purpose) => {
      signed += 1;
      return keysOf('x').sign(purpose);
    },
  });
  const many = Array.from(
    { length: 1_000 },
    (_, n) =>
      `${'a'.repeat(28)}${String(n)
        .padStart(4, '2')
        .replaceAll(/[0189]/g, 'b')}-${'a'.repeat(13)}`,
  );
  await counted.findMails(many.join(' '));
  expect(signed).toBeLessThanOrEqual(10);
});
