import { yieldToMain } from '../browser/yield-to-main.ts';

/**
 * Evaluates the chunks that the document preloads for its page, each in a task of its own. The import of the page alone
 * would evaluate all of them in one task, which blocks input for as long as antd is large. The server lists a chunk before
 * those that it imports. Rejects when a chunk cannot be loaded.
 */
export async function evaluatePreloads(document: Document): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  for (const { href } of [...links].toReversed()) {
    await import(/* @vite-ignore */ href);
    await yieldToMain();
  }
}
