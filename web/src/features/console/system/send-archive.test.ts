import { expect, it } from 'vitest';
import { MAX_IMPORT_PART_BYTES, type SiteImport } from '@vidhi/contracts/site-imports.ts';
import type { StaffRequest, StaffResponse } from '../session/staff-request.ts';
import { sendArchive } from './send-archive.ts';

const SIZE = 2 * MAX_IMPORT_PART_BYTES + 5;
const file = new File([new Uint8Array(SIZE)], 'site.tar.gz');
const EMPTY: SiteImport = { is_available: true, limit_bytes: 1e9, archive: null, run: null };

/** A site that receives an archive; `failing` numbers the parts whose response is an error, with its status. */
function aSite(failing: Record<number, { status: number; isLost?: boolean }> = {}, received = 0) {
  const archive = { name: 'site.tar.gz', bytes: SIZE, received_bytes: received };
  const sent: string[] = [];
  let parts = 0;
  const respond = (status: number): StaffResponse => ({
    status,
    isOk: status === 200,
    body: { data: { ...EMPTY, archive: { ...archive } } },
    etag: null,
    problem: { status, code: '', message: `responded ${status}`, fields: {} },
    details: {},
  });
  async function send({ path, method = 'GET', body }: StaffRequest): Promise<StaffResponse> {
    sent.push(`${method} ${path}`);
    if (method !== 'PUT') return respond(200);
    const failure = failing[(parts += 1)];
    if (failure === undefined || failure.isLost === true) archive.received_bytes += (body as Blob).size;
    return respond(failure?.status ?? 200);
  }
  return { sent, archive, state: { ...EMPTY, archive: received === 0 ? null : archive }, send };
}

const options = { onProgress: () => undefined, pause: async () => undefined };

it('sends a file in parts', async () => {
  const { send, sent, state, archive } = aSite();
  const progress: number[] = [];
  expect(
    await sendArchive(file, { send, state, ...options, onProgress: (at) => progress.push(at) }),
  ).toBeNull();
  expect(sent).toEqual([
    'POST /system/imports/archive',
    'PUT /system/imports/archive?offset=0',
    `PUT /system/imports/archive?offset=${MAX_IMPORT_PART_BYTES}`,
    `PUT /system/imports/archive?offset=${2 * MAX_IMPORT_PART_BYTES}`,
  ]);
  expect(progress).toEqual([0, MAX_IMPORT_PART_BYTES, 2 * MAX_IMPORT_PART_BYTES]);
  expect(archive.received_bytes).toBe(SIZE);
});

it('goes on where an earlier sending of the same file has ended', async () => {
  const { send, sent, state } = aSite({}, MAX_IMPORT_PART_BYTES);
  expect(await sendArchive(file, { send, state, ...options })).toBeNull();
  expect(sent[0]).toBe(`PUT /system/imports/archive?offset=${MAX_IMPORT_PART_BYTES}`);
});

it('repeats a part that failed, and not one whose response alone was lost', async () => {
  const { send, state, archive } = aSite({ 1: { status: 503 }, 2: { status: 0, isLost: true } });
  expect(await sendArchive(file, { send, state, ...options })).toBeNull();
  expect(archive.received_bytes).toBe(SIZE);
});

it('gives up where the site rejects the file', async () => {
  const { send, state } = aSite({ 1: { status: 400 } });
  expect(await sendArchive(file, { send, state, ...options })).toBe('responded 400');
});
