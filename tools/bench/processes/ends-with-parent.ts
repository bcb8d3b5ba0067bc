/** Ends this process with the one that started it, however that one ended. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(0));
  process.once('SIGINT', () => undefined);
}

/** Tells the parent something; it waits for the first message to know that this process is ready. */
export const tellParent = (message: object): void => void process.send?.(message);

/** Says at each question how much memory and processor time this process has taken. */
export function answerState(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    tellParent({ rssBytes: process.memoryUsage().rss, cpuMicroseconds: user + system });
  });
}
