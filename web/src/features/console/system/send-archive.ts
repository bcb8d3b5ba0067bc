import { MAX_IMPORT_PART_BYTES, type SiteImport } from '@vidhi/contracts/site-imports.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';

const PATH = '/system/imports/archive';
const CONFLICT = 409;
const MAX_FAILURES = 5;
const PAUSE_MS = 1_000;

interface SendOptions {
  send: SendAsStaff;
  /** State of the archive at the site. */
  state: SiteImport;
  onProgress: (bytes: number) => void;
  pause?: (ms: number) => Promise<void>;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const stateOf = ({ body }: StaffResponse): SiteImport | undefined =>
  (body as { data?: SiteImport } | null)?.data;
const isTemporary = ({ status }: StaffResponse): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Sends a file in parts, from where an earlier sending of the same file has ended. A part that fails by the network is sent again.
 * Resolves with what went wrong; null when the whole file is there.
 */
export async function sendArchive(
  file: File,
  { send, state, onProgress, pause = sleep }: SendOptions,
): Promise<string | null> {
  const { archive } = state;
  const isResumed = archive?.name === file.name && archive.bytes === file.size;
  let at = isResumed ? archive.received_bytes : 0;
  if (!isResumed) {
    const begun = await send({ path: PATH, method: 'POST', body: { name: file.name, bytes: file.size } });
    if (!begun.isOk) return begun.problem.message;
  }
  let failures = 0;
  while (at < file.size) {
    onProgress(at);
    const part = await send({
      path: `${PATH}?offset=${at}`,
      method: 'PUT',
      body: file.slice(at, at + MAX_IMPORT_PART_BYTES),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const received = stateOf(part)?.archive?.received_bytes;
    if (part.isOk && received !== undefined) {
      at = received;
      failures = 0;
      continue;
    }
    failures += 1;
    const isRepeatable = isTemporary(part) || part.status === CONFLICT;
    if (!isRepeatable || failures > MAX_FAILURES) return part.problem.message;
    await pause(PAUSE_MS * failures);
    // A part whose response was lost is there already.
    const now = stateOf(await send({ path: '/system/imports' }))?.archive;
    if (now === null) return part.problem.message;
    at = now?.received_bytes ?? at;
  }
  return null;
}
