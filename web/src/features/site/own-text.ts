import { REPLACEABLE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { hostedPageRead, type HostedPage } from '#shared/hosted-page/hosted-page.ts';
import { FAILED, FOUND, type LoadInput, type Outcome, type SelectData } from '#shared/routing/route.ts';

/** Returns the name of the hosted page that replaces the default text of a screen; null for screens that keep it. */
export function ownTextName(path: string): string | null {
  const name = path.slice(1);
  return REPLACEABLE_SEGMENTS.has(name) ? name : null;
}

/** Loads the hosted page of a screen, where it may have one. */
export async function loadOwnText({ path, read }: Pick<LoadInput, 'path' | 'read'>): Promise<Outcome> {
  const name = ownTextName(path);
  if (name === null) return FOUND;
  // The default in place of a text that the owner has written would be another one than was agreed to.
  return (await read(hostedPageRead, name)).ok ? FOUND : FAILED;
}

export function selectOwnText(path: string, selectData: SelectData): HostedPage | null {
  const name = ownTextName(path);
  return name === null ? null : (selectData(hostedPageRead, name) ?? null);
}
