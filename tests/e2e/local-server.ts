import { pollUntil } from '@vidhi/local/deadline.mjs';

const START_MS = 60_000;

/** Waits until a URL responds; throws when the process has exited before. */
export async function waitUntilUp(address: string, hasEnded: () => boolean): Promise<void> {
  const isUp = async (): Promise<true | undefined> => {
    if (hasEnded()) throw new Error('The server exited before it responded');
    const response = await fetch(address).catch(() => null);
    return response?.ok === true ? true : undefined;
  };
  if ((await pollUntil(isUp, { withinMs: START_MS })) === undefined)
    throw new Error('The server did not respond in time');
}
