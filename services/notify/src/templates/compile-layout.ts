import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mjml2html from 'mjml';
import { cutLayout, type LayoutFragments } from './layout-fragments.ts';

/** Compiles `layout.mjml`. Rejects where mjml finds an error in it. */
export async function compileLayout(): Promise<LayoutFragments> {
  const source = await readFile(join(import.meta.dirname, 'layout.mjml'), 'utf8');
  const { html } = await mjml2html(source, { validationLevel: 'strict', keepComments: true });
  return cutLayout(html);
}
