/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/**
 * Registers a helper process of the launcher (an installer, a build, an import) until it exits.
 * @template {import('node:child_process').ChildProcess} C
 * @param {C} child
 * @returns {C}
 */
export function track(child) {
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** Stops every helper process that still runs. Resolves when all have exited. */
export async function stopChildren() {
  await Promise.all(
    [...children].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      return closed;
    }),
  );
}
