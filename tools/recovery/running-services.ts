const TIMEOUT_MS = 15_000;

/** URLs in the record of a service: one, or those of the writer and the readers of news. */
function urlsOf(record: unknown): string[] {
  if (typeof record === 'string') return [record];
  return typeof record === 'object' && record !== null ? Object.values(record).flat().map(String) : [];
}

/** Any response means that a process is there, also an error. */
const responds = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/** Resolves with the names of the services of which an instance responds, given what the launcher has recorded. */
export async function runningServices(
  recorded: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Promise<string[]> {
  // All at once: the name of a stopped container may take seconds to be found unknown.
  const running = await Promise.all(
    names.map(async (name) => (await Promise.all(urlsOf(recorded[name]).map(responds))).includes(true)),
  );
  return names.filter((_, index) => running[index]);
}
