/**
 * Opens a document of another group. Unlike a client navigation, which shows a skeleton before it loads such a document, the page
 * stays as it is until then. Resolves only when the visitor comes back to it.
 */
export function openDocument(path: string): Promise<void> {
  location.assign(path);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
}
