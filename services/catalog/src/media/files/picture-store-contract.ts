import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { aPdf } from '../upload/pdf-builder.ts';
import { aPng } from './picture-builder.ts';
import type { PictureStore } from './picture-store.ts';

const bytes = aPng({ width: 300, height: 200 });
const other = aPng({ width: 300, height: 200, shade: 9 });
const sha256 = createHash('sha256').update(bytes).digest('hex');
const ADDRESS = 'court_0123456789.png';

export interface MadeStore {
  pictures: PictureStore;
  /** Names of temporary files. */
  incoming: () => Promise<string[]>;
}

/** Contract tests that every `PictureStore` implementation must pass. */
export function pictureStoreContract(make: () => Promise<MadeStore>): void {
  const put = async (pictures: PictureStore, address: string, content: Buffer = bytes) => {
    const received = await pictures.receive(Readable.from([content.subarray(0, 9), content.subarray(9)]));
    await received.place(address);
    return received;
  };
  const readAll = async (pictures: PictureStore, start = 0, end?: number): Promise<Buffer> => {
    const opened = await pictures.open(ADDRESS);
    if (opened === null) throw new Error('the picture is missing');
    return buffer(opened.read(start, end ?? opened.bytes - 1));
  };
  const listed = async (pictures: PictureStore): Promise<string[]> => {
    const found: string[] = [];
    for await (const { address } of pictures.list()) found.push(address);
    return found.toSorted();
  };

  it('returns hash, size and header of a file before it is placed', async () => {
    const { pictures, incoming } = await make();
    const received = await pictures.receive(Readable.from([bytes]));
    expect(received).toMatchObject({
      sha256,
      bytes: bytes.length,
      header: { mime: 'image/png', width: 300, height: 200 },
    });
    expect(await pictures.open(ADDRESS)).toBeNull();
    await received.discard();
    await received.discard();
    expect([await listed(pictures), await incoming()]).toEqual([[], []]);
  });

  it('returns the stored bytes with their media type', async () => {
    const { pictures, incoming } = await make();
    const received = await put(pictures, ADDRESS);
    await received.discard();
    const opened = await pictures.open(ADDRESS);
    expect(opened).toMatchObject({
      bytes: bytes.length,
      mime: 'image/png',
      etag: expect.stringMatching(/^"[^"]+"$/),
      modifiedAt: expect.any(Date),
    });
    await opened?.close();
    expect((await readAll(pictures)).equals(bytes)).toBe(true);
    expect(await pictures.contentHash(ADDRESS)).toBe(sha256);
    expect(await incoming()).toEqual([]);
  });

  it('reads any range, both ends inclusive', async () => {
    const { pictures } = await make();
    await put(pictures, ADDRESS);
    const last = bytes.length - 1;
    for (const [start, end] of [
      [0, 0],
      [5, 20],
      [last, last],
      [1, last],
    ] as const)
      expect((await readAll(pictures, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it('returns null for a missing key, and removes it without error', async () => {
    const { pictures } = await make();
    expect(await pictures.open('missing_1.png')).toBeNull();
    expect(await pictures.contentHash('missing_1.png')).toBeNull();
    await pictures.remove('missing_1.png');
    expect(await listed(pictures)).toEqual([]);
  });

  it('accepts the same file again, and replaces it by another', async () => {
    const { pictures, incoming } = await make();
    await put(pictures, ADDRESS);
    const before = await readAll(pictures);
    await put(pictures, ADDRESS);
    expect([before.length, await listed(pictures)]).toEqual([bytes.length, [ADDRESS]]);
    await put(pictures, ADDRESS, other);
    expect((await readAll(pictures)).equals(other)).toBe(true);
    expect(await incoming()).toEqual([]);
  });

  it('lists files with their modification time, and removes one', async () => {
    const { pictures } = await make();
    await put(pictures, ADDRESS);
    await put(pictures, 'seal_1.png', other);
    expect(await listed(pictures)).toEqual([ADDRESS, 'seal_1.png']);
    for await (const { modifiedAt } of pictures.list()) expect(modifiedAt.getTime()).toBeGreaterThan(0);
    await pictures.remove(ADDRESS);
    await pictures.remove(ADDRESS);
    expect(await listed(pictures)).toEqual(['seal_1.png']);
    expect(await pictures.open(ADDRESS)).toBeNull();
  });

  it('deletes the temporary file when the stream fails', async () => {
    const { pictures, incoming } = await make();
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 9);
        throw new Error('the line went dead');
      })(),
    );
    await expect(pictures.receive(broken)).rejects.toThrow('the line went dead');
    expect([await listed(pictures), await incoming()]).toEqual([[], []]);
  });

  it('accepts plain file names only', async () => {
    const { pictures } = await make();
    const received = await pictures.receive(Readable.from([bytes]));
    for (const address of ['../evil.png', '/tmp/evil.png', '.png', 'a/b.png', '', 'x']) {
      await expect(received.place(address)).rejects.toThrow('not an address of a picture');
      expect(await pictures.open(address)).toBeNull();
    }
    await received.discard();
    expect(await listed(pictures)).toEqual([]);
  });

  it('has documents under addresses of their own, which no other file gets', async () => {
    const { pictures } = await make();
    const document = aPdf();
    expect(await put(pictures, 'order_1.pdf', document)).toMatchObject({ isDocument: true, header: null });
    await put(pictures, ADDRESS);
    const opened = await pictures.open('order_1.pdf');
    expect(opened).toMatchObject({ bytes: document.length, mime: 'application/pdf' });
    await opened?.close();
    expect(await listed(pictures)).toEqual([ADDRESS, 'order_1.pdf']);
    await expect(put(pictures, 'court_1.pdf')).rejects.toThrow('the file is no PDF');
    await put(pictures, 'order_2.png', document);
    expect(await pictures.open('order_2.png')).toBeNull();
    await pictures.remove('order_1.pdf');
    expect(await listed(pictures)).toEqual([ADDRESS, 'order_2.png']);
  });

  it('does not open a file that is not an image', async () => {
    const { pictures } = await make();
    await put(pictures, 'page_1.png', Buffer.from('<!doctype html><script>alert(1)</script>'));
    await put(pictures, 'empty_1.png', Buffer.alloc(0));
    expect(await pictures.open('page_1.png')).toBeNull();
    expect(await pictures.open('empty_1.png')).toBeNull();
  });
}
