/** Exits this process when its parent exits for any reason. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(0));
  process.once('SIGINT', () => undefined);
}

/** Sends a message to the parent; the first one tells that this process is ready. */
export const sendToParent = (message: object): void => void process.send?.(message);

/** Replies to each message with the memory and CPU time of this process. */
export function replyWithState(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    sendToParent({ rssBytes: process.memoryUsage().rss, cpuMicroseconds: user + system });
  });
}
