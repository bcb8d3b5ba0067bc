// Timeout of Testing Library's waits: its default of one second is too short on a busy machine.
export const PATIENCE_MS = 30_000;

/** The real one, also while a test uses fake timers. */
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
