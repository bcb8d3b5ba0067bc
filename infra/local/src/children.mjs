/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/**
 * Remembers a helper process of the launcher (an installer, a build, an import) for as long as it runs.
 * @template {import('node:child_process').ChildProcess} C
 * @param {C} child
 * @returns {C}
 */
export function track(child) {
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** Ends every helper that still runs, and waits until it has. */
export async function stopChildren() {
  await Promise.all(
    [...children].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      return closed;
    }),
  );
}
