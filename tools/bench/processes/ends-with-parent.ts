/** Ends this process with the one that started it, however that one ended. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(0));
  process.once('SIGINT', () => undefined);
}

/** Tells the parent something; it waits for the first message to know that this process is ready. */
export const tellParent = (message: object): void => void process.send?.(message);
