import { pollUntil } from '@vidhi/local/deadline.mjs';

const START_MS = 60_000;

/** Waits until an address answers; a process that ended before it did is an error. */
export async function waitUntilThere(address: string, hasEnded: () => boolean): Promise<void> {
  const isThere = async (): Promise<true | undefined> => {
    if (hasEnded()) throw new Error('The server ended before it was there');
    const answer = await fetch(address).catch(() => null);
    return answer?.ok === true ? true : undefined;
  };
  if ((await pollUntil(isThere, { withinMs: START_MS })) === undefined)
    throw new Error('The server was not there in time');
}
