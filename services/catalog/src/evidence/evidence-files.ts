import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { MAX_EVIDENCE, MAX_EVIDENCE_BYTES } from '@vidhi/contracts/profile-evidence.ts';
import { tooLarge, validationError, WireError } from '@vidhi/contracts/errors.ts';
import { PDF_MIME } from '../media/files/pdf-file.ts';
import type { PictureStore, ReceivedPicture, StoredPicture } from '../media/files/picture-store.ts';
import type { Evidence, EvidenceStore } from './evidence-store.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  [PDF_MIME]: 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};
/** After this time, a file that is not complete is deleted. */
const STORING_MS = 3_600_000;
const RETENTION_MS = 30 * 24 * 3_600_000;
/** Control and formatting characters could make a name look like another one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu;
const NOBODY: Actor = { id: null, role: null, via: 'system' };

const mimeOf = ({ isDocument, header }: ReceivedPicture): string | null =>
  isDocument ? PDF_MIME : (header?.mime ?? null);

const tooMany = (): WireError =>
  new WireError(409, 'ConflictError', `There are ${MAX_EVIDENCE} documents already: remove one first`);

/** Returns the name to show, without invisible characters. */
const readName = (name: string): string => name.replaceAll(UNSEEN, ' ').trim().slice(-120) || 'Document';

/** The evidence of profiles with its files, which are in a private store. */
export function createEvidenceFiles(
  evidence: EvidenceStore,
  files: Pick<PictureStore, 'receive' | 'open' | 'remove'>,
  now: () => Date = () => new Date(),
) {
  /** The files of a profile; with `ownerId`, only those that this account added. */
  async function list(profileId: number, ownerId?: number): Promise<Evidence[]> {
    const found = await evidence.list(profileId);
    return ownerId === undefined ? found : found.filter((one) => one.ownerId === ownerId);
  }
  async function remove(profileId: number, id: string, actor: Actor): Promise<boolean> {
    const address = await evidence.remove(profileId, id, actor);
    if (address === null) return false;
    await files.remove(address);
    return true;
  }

  return {
    list,
    counts: evidence.counts,
    remove,
    /** Stores a file; its bytes determine its type. `isTruncated` returns whether it exceeded the limit of the parser. */
    async add(
      { profileId, ownerId }: Pick<Evidence, 'profileId' | 'ownerId'>,
      { name, content, isTruncated }: { name: string; content: Readable; isTruncated: () => boolean },
      actor: Actor,
    ): Promise<Evidence> {
      if ((await list(profileId, ownerId)).length >= MAX_EVIDENCE) {
        content.resume();
        throw tooMany();
      }
      const received = await files.receive(content);
      try {
        if (isTruncated())
          throw tooLarge(`A document may have ${MAX_EVIDENCE_BYTES / 1024 / 1024} MB at most`);
        const mime = mimeOf(received);
        const extension = mime === null ? undefined : EXTENSIONS[mime];
        if (mime === null || extension === undefined)
          throw validationError('Only PDF, JPG and PNG files are accepted');
        const id = randomUUID();
        const { bytes, sha256 } = received;
        const one: Evidence = {
          id,
          profileId,
          ownerId,
          address: `${id}.${extension}`,
          name: readName(name),
          mime,
          bytes,
          sha256,
          at: now(),
        };
        // Again, as others may have been added while this one was received.
        if (!(await evidence.begin(one))) throw tooMany();
        try {
          await received.place(one.address);
          await evidence.complete(id, actor);
        } catch (error) {
          // Its place is free at once where this succeeds, and with the next sweep where it does not.
          await evidence.settle(id).catch(() => undefined);
          throw error;
        }
        return one;
      } finally {
        await received.discard();
      }
    },
    /** Records the access, then opens the file; null if the profile does not have it. */
    async open(
      profileId: number,
      id: string,
      actor: Actor,
    ): Promise<{ one: Evidence; file: StoredPicture } | null> {
      const one = await evidence.read(profileId, id, actor);
      const file = one === null ? null : await files.open(one.address);
      return one === null || file === null ? null : { one, file };
    },
    /** Removes all files of a deleted profile. */
    async forget(profileId: number): Promise<void> {
      for (const { id } of await evidence.list(profileId)) await remove(profileId, id, NOBODY);
    },
    /** Removes the files that accounts other than the present owner added; `ownerId` is null for a profile without owner. */
    async forgetOthers(profileId: number, ownerId: number | null): Promise<void> {
      for (const one of await list(profileId))
        if (one.ownerId !== ownerId) await remove(profileId, one.id, NOBODY);
    },
    /** Profiles that have evidence. */
    remembered: async (): Promise<number[]> => [...(await evidence.counts()).keys()],
    /** Deletes files that a crash left, and old records of removed files. */
    async sweep(): Promise<void> {
      for (const { id, address } of await evidence.leftovers(new Date(now().getTime() - STORING_MS))) {
        await files.remove(address);
        await evidence.settle(id);
      }
      await evidence.removeBefore(new Date(now().getTime() - RETENTION_MS));
    },
  };
}
export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

/** Data about profiles that is deleted with them. */
type Remembered = Pick<EvidenceFiles, 'forget' | 'remembered'>;

/** Combines decisions, evidence and invitations, so that all are deleted with a profile. */
export const withEvidence = (...parts: readonly Remembered[]): Remembered => ({
  async forget(profileId) {
    for (const part of parts) await part.forget(profileId);
  },
  async remembered() {
    const all = await Promise.all(parts.map((part) => part.remembered()));
    return [...new Set(all.flat())];
  },
});
