// What a test waits for comes late on a machine that does much else; the library's own second is too short for that.
export const PATIENCE_MS = 30_000;

/** Not the one that fake timers put in its place. */
const { setImmediate } = globalThis;

if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react');
  const { asyncWrapper } = getConfig();
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    /**
     * `findBy…` and `waitFor` see an element as soon as it is in the document. Effects, subscriptions to stores among
     * them, follow in a later task of React's scheduler when rendering took long, and an `act` that changes such a store
     * before that does not render. So every wait includes the tasks that the scheduler has queued by then.
     */
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        const result = await wait();
        await new Promise((resolve) => void setImmediate(resolve));
        return result;
      }),
  });
}
