import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Texts that readers in India found odd, unclear or wrong. Those that the specification spells are not here. */
const ODD = [
  'We mail you a link first',
  'Every mail has one that ends them',
  'Somebody, we hope you',
  'Be told when it is here',
  'nobody else learns of them',
  'Share this report',
  'The order is in our books',
  'The books are put aside for you',
  'Total with shipping',
  'Amount of the purchase',
  'The page of this purchase always shows',
  'This page is up to date by itself',
  'in the window of the card provider',
  'Buy one copy now',
  'Order of the lists',
  'Only those with lawyers are listed, with their number',
  'ask a parent or guardian to write to us.',
  'With each change of these pictures',
  'Of the chosen places',
  'One moment',
  'Colours: as the system',
  'As the system',
  'Together ₹',
  'The same once more',
  'see the licence',
];

const files = execFileSync('git', ['ls-files', 'packages', 'services', 'web/src', 'web/server'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)));

it('shows no text that readers found odd', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    // A text may be broken over lines in markup.
    const source = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ');
    return ODD.filter((text) => source.includes(text)).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});
