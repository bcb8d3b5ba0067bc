import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_EVIDENCE_BYTES } from '@vidhi/contracts/profile-evidence.ts';
import { aCatalog, asRole, asUser, type CatalogUnderTest } from '../catalog-builder.ts';
import { fileSystemPictureStore } from '../media/files/file-system-picture-store.ts';
import { aPng } from '../media/files/picture-builder.ts';
import { EVIDENCE_FILES, type PictureStore } from '../media/files/picture-store.ts';
import { uploadsRoutes } from '../media/files/uploads-routes.ts';
import { aPdf } from '../media/upload/pdf-builder.ts';
import { aForm } from '../media/upload/upload-builder.ts';
import {
  aPerson,
  asLawyer,
  FIRM_USER,
  LAWYER_USER,
  profileClient,
} from '../profiles/profile-client-builder.ts';
import { createForgetFormerOwners } from './forget-former-owners.ts';
import { createEvidenceFiles, withEvidence, type EvidenceFiles } from './evidence-files.ts';
import { inMemoryEvidenceStore, type EvidenceStore } from './evidence-store.ts';

const DESK = asRole(10);
const asFirm = asUser(FIRM_USER, 6);
const OWN = '/api/directory/own/evidence';

let folder: string;
let files: PictureStore;
let audit: string[];
let store: EvidenceStore;
let evidence: EvidenceFiles;
let catalog: CatalogUnderTest;
let id: number;
const { create, send } = profileClient(() => catalog);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-evidence-'));
  files = await fileSystemPictureStore(folder, EVIDENCE_FILES);
  audit = [];
  store = inMemoryEvidenceStore(audit);
  evidence = createEvidenceFiles(store, files);
  const picture = { id: 1, name: 'p.png', url: '/uploads/p.png' };
  catalog = await aCatalog(
    { file: [picture], user: [aPerson(LAWYER_USER), aPerson(FIRM_USER)] },
    { evidence },
  );
  id = (await create(asLawyer)).body.data.id;
});
afterEach(async () => {
  await catalog.app.close();
  await rm(folder, { recursive: true });
});

type Headers = Record<string, string>;
async function add(bytes: Buffer, name = 'certificate.pdf', headers: Headers = asLawyer, field = 'file') {
  const form = aForm([{ field, name, type: 'application/pdf', bytes }]);
  const response = await catalog.app.inject({
    method: 'POST',
    url: OWN,
    headers: { ...headers, ...form.headers },
    payload: form.body,
  });
  return { status: response.statusCode, body: response.json() };
}
const get = async (url: string, headers: Headers = DESK) => catalog.app.inject({ url, headers });
const drop = async (url: string, headers: Headers = DESK) =>
  (await catalog.app.inject({ method: 'DELETE', url, headers })).statusCode;
const atDesk = (evidenceId: string, profileId = id) =>
  `/api/directory/profiles/${profileId}/evidence/${evidenceId}`;
const storedFiles = async (): Promise<string[]> =>
  (
    await Promise.all(['evidence', 'evidence-documents'].map((one) => readdir(path.join(folder, one))))
  ).flat();

describe('evidence of a profile', () => {
  it('is stored by its owner, seen in the queue, and read at the desk, each reading in the audit log', async () => {
    const pdf = aPdf();
    const { status, body } = await add(pdf, 'Sanad 2001.pdf');
    expect([status, body.data]).toMatchObject([
      201,
      { name: 'Sanad 2001.pdf', mime: 'application/pdf', bytes: pdf.length },
    ]);
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    expect((await add(jpeg, 'card.jpg')).body.data.mime).toBe('image/jpeg');
    expect((await add(aPng(), 'card.png')).body.data.mime).toBe('image/png');

    expect((await get('/api/directory/profiles')).json().data).toMatchObject([{ id, evidence: 3 }]);
    const { documents } = (await get(`/api/directory/profiles/${id}`)).json().data;
    expect(documents.map(({ name }: { name: string }) => name)).toEqual([
      'Sanad 2001.pdf',
      'card.jpg',
      'card.png',
    ]);
    const read = await get(atDesk(body.data.id));
    expect(read.rawPayload.equals(pdf)).toBe(true);
    expect(read.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `attachment; filename="${body.data.id}.pdf"`,
    });
    await get(atDesk(body.data.id));
    expect((await get(`${OWN}/${body.data.id}`, asLawyer)).statusCode).toBe(200);
    expect(audit.slice(3)).toEqual([
      `1 evidence_read ${id}/${body.data.id}`,
      `1 evidence_read ${id}/${body.data.id}`,
      `${LAWYER_USER} evidence_read ${id}/${body.data.id}`,
    ]);
  });

  it('is removed by its owner, by the desk, and with the profile, and no file stays', async () => {
    const [one, two] = [(await add(aPdf())).body.data.id, (await add(aPdf({ title: 'B' }))).body.data.id];
    await add(aPng());
    expect(await drop(`${OWN}/${one}`, asLawyer)).toBe(204);
    expect(await drop(atDesk(two))).toBe(204);
    expect([await drop(atDesk(two)), (await get(atDesk(one))).statusCode]).toEqual([404, 404]);
    expect(await storedFiles()).toHaveLength(1);
    const gone: number[] = [];
    const about = withEvidence(
      { forget: async (of) => void gone.push(of), remembered: async () => [9] },
      evidence,
    );
    expect(await about.remembered()).toEqual([9, id]);
    await about.forget(id);
    expect([gone, await storedFiles(), await store.list(id)]).toEqual([[id], [], []]);
  });

  it('is hidden from another account that the profile is given to, and removed soon', async () => {
    const { id: added } = (await add(aPdf())).body.data;
    const given = await send('PUT', `/api/lawyers/${id}`, DESK, { users_permissions_user: FIRM_USER });
    expect(given.status).toBe(200);
    expect((await get(OWN, asFirm)).json().data).toEqual([]);
    expect((await get(`${OWN}/${added}`, asFirm)).statusCode).toBe(404);
    expect(await drop(`${OWN}/${added}`, asFirm)).toBe(404);
    const own = (await add(aPdf({ title: 'B' }), 'b.pdf', asFirm)).body.data;
    expect((await get(OWN, asFirm)).json().data).toEqual([own]);
    await createForgetFormerOwners(catalog.store, evidence)();
    expect(await storedFiles()).toEqual([`${own.id}.pdf`]);
    await send('PUT', `/api/lawyers/${id}`, DESK, { users_permissions_user: null });
    await createForgetFormerOwners(catalog.store, evidence)();
    expect(await storedFiles()).toEqual([]);
  });

  it('has room for another one after a file could not be stored', async () => {
    const failing = createEvidenceFiles(store, {
      ...files,
      receive: async (content) => ({
        ...(await files.receive(content)),
        place: () => Promise.reject(new Error('the disk is full')),
      }),
    });
    const upload = { name: 'a.pdf', content: Readable.from([aPdf()]), isTruncated: () => false };
    const actor = { id: LAWYER_USER, role: 5, via: 'api' } as const;
    await expect(failing.add({ profileId: id, ownerId: LAWYER_USER }, upload, actor)).rejects.toThrow('full');
    for (const title of ['A', 'B', 'C', 'D', 'E']) expect((await add(aPdf({ title }))).status).toBe(201);
  });

  it('leaves no file of a process that ended while it stored or removed one', async () => {
    const { id: added } = (await add(aPdf())).body.data;
    const { body } = await add(aPng());
    const stored = (await store.list(id)).find((one) => one.id === body.data.id);
    if (stored === undefined) throw new Error('the second file is stored');
    await store.begin({ ...stored, id: 'begun', address: 'begun.png', at: new Date(0) });
    const received = await files.receive(Readable.from([aPng()]));
    await received.place('begun.png');
    await store.remove(id, added, { id: 1, role: 10, via: 'api' });
    expect(await storedFiles()).toHaveLength(3);
    await evidence.sweep();
    expect(await storedFiles()).toEqual([stored.address]);
  });
});

describe('an attack on the evidence of a profile', () => {
  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000', 'latin1')],
    ['a program', Buffer.from('MZ\u0090\u0000', 'latin1')],
    ['a page that begins as a PDF', Buffer.from('%PDF-1.7\n<html><script>alert(1)</script>')],
    [
      'a PDF that is an archive, too',
      Buffer.concat([aPdf(), Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]),
    ],
    ['an empty file', Buffer.alloc(0)],
  ])('with %s that says it is a PDF stores nothing', async (_what, bytes) => {
    expect((await add(bytes)).status).toBe(400);
    expect(await storedFiles()).toEqual([]);
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });

  it('with a name of another folder or hidden signs stores the file under a name of its own', async () => {
    const { body } = await add(aPdf(), '../../uploads/\u202efdp.exe');
    expect(body.data.name).toBe('fdp.exe');
    expect(await storedFiles()).toEqual([`${body.data.id}.pdf`]);
  });

  it('with too large or too many files, another field, or no profile stores nothing', async () => {
    expect((await add(aPdf({ content: Buffer.alloc(MAX_EVIDENCE_BYTES) }))).status).toBe(413);
    expect((await add(aPdf(), 'a.pdf', asLawyer, 'files')).status).toBe(400);
    expect((await add(aPdf(), 'a.pdf', asFirm)).status).toBe(404);
    for (const title of ['A', 'B', 'C', 'D', 'E']) expect((await add(aPdf({ title }))).status).toBe(201);
    expect((await add(aPdf({ title: 'F' }))).status).toBe(409);
    expect(await storedFiles()).toHaveLength(5);
  });

  it('with many files at the same time stores five', async () => {
    const titles = Array.from({ length: 9 }, (_, n) => `Document ${n}`);
    const added = await Promise.all(titles.map((title) => add(aPdf({ title }))));
    expect(Map.groupBy(added, ({ status }) => status).get(201)).toHaveLength(5);
    expect(Map.groupBy(added, ({ status }) => status).get(409)).toHaveLength(4);
    expect(await storedFiles()).toHaveLength(5);
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });

  it.each(['..%2f..%2fuploads%2fp.png', 'x.pdf', '00000000-0000-4000-8000-000000000000'])(
    'by the address %s finds no file',
    async (address) => {
      await add(aPdf());
      for (const url of [atDesk(address), `${OWN}/${address}`])
        expect([400, 403, 404]).toContain((await get(url, url.startsWith(OWN) ? asLawyer : DESK)).statusCode);
    },
  );

  it('by another owner, another profile, a reader, or the public folder of files finds none', async () => {
    const { id: added } = (await add(aPdf())).body.data;
    const other = (await create(asFirm, {}, '/api/firms')).body.data.id;
    expect((await get(`${OWN}/${added}`, asFirm)).statusCode).toBe(404);
    expect(await drop(`${OWN}/${added}`, asFirm)).toBe(404);
    expect((await get(OWN, asFirm)).json().data).toEqual([]);
    expect((await get(atDesk(added, other))).statusCode).toBe(404);
    for (const headers of [{}, asUser(3, 4), asLawyer])
      expect((await get(atDesk(added), headers as Headers)).statusCode).toBe(403);
    const site = await aCatalog();
    await site.app.register(uploadsRoutes, {
      pictures: await fileSystemPictureStore(path.join(folder, 'site')),
      variants: files,
    });
    expect((await site.app.inject(`/uploads/${added}.pdf`)).statusCode).toBe(404);
    await site.app.close();
    expect(audit.filter((entry) => entry.includes('read'))).toEqual([]);
  });
});
