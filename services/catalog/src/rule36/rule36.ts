import { setTimeout as delay } from 'node:timers/promises';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { backoffMs } from '@vidhi/messaging/backoff.ts';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';

/**
 * What the schedule to Rule 36 of the Bar Council does not let a profile say: fee, photo, gallery, description of
 * oneself. The attributes stay on the wire, and are null.
 */
const UNSAID = { Price: null, PrimaryImageId: null, SecondaryImageIds: [], Detail1: null } as const;

export interface Rule36Options {
  model: ReadModel;
  /** Every profile as it is stored. */
  eachProfile: (put: (doc: StoredDocument) => void) => Promise<void>;
  /** Told each time that they could not be read; they are read again until they are. */
  onFailure: (error: unknown) => void;
}

const RETRY = { firstMs: 100, maxMs: 10_000 };

/**
 * Keeps what may not be said out of the read model while `rule36_mode` is on, so that no answer, filter or sort can
 * know of it. The database keeps it, and it is read again from there when the mode goes off.
 */
export interface Rule36 {
  readonly isOn: boolean;
  /** A document as it may enter the model. */
  mend(name: string, doc: StoredDocument): StoredDocument;
  /** To be told of every document that entered the model or left it. */
  noteChange(name: string, id: number, doc: StoredDocument | null): void;
  /** Whether the model shows what the mode last said: profiles come back one after the other. */
  readonly isSettled: boolean;
  /** Resolves when it does. */
  settled(): Promise<void>;
}

export function createRule36({ model, eachProfile, onFailure }: Rule36Options): Rule36 {
  const { name: profile } = lawyerCollection;
  let isOn = false;
  let turns = 0;
  /** The last turn whose profiles are all shown whole again. */
  let restored = 0;
  let restoring: Promise<void> = Promise.resolve();
  /** Profiles that changed while all are read again: what is read of them may be older. */
  let changed: Set<number> | null = null;

  function hide(): void {
    const ids = Array.from(model.store(profile).all(), ({ id }) => id);
    for (const id of ids) model.patch(profile, id, UNSAID);
  }

  async function restore(turn: number): Promise<void> {
    const known = new Set<number>();
    changed = known;
    try {
      await eachProfile((doc) => {
        const isThere = model.store(profile).find(doc.id) !== undefined;
        if (turn === turns && isThere && !known.has(doc.id)) model.upsert(profile, doc);
      });
    } finally {
      if (changed === known) changed = null;
    }
  }

  async function restoreUntilDone(turn: number): Promise<void> {
    for (let tries = 0; turn === turns; tries += 1) {
      try {
        await restore(turn);
        restored = turn;
        return;
      } catch (error) {
        onFailure(error);
        await delay(backoffMs(tries, RETRY), undefined, { ref: false });
      }
    }
  }

  function turn(on: boolean): void {
    if (on === isOn) return;
    isOn = on;
    turns += 1;
    if (on) hide();
    else restoring = restoreUntilDone(turns);
  }

  return {
    get isOn() {
      return isOn;
    },
    get isSettled() {
      return isOn || restored === turns;
    },
    mend: (name, doc) => (isOn && name === profile ? { ...doc, ...UNSAID } : doc),
    noteChange(name, id, doc) {
      if (name === profile) changed?.add(id);
      // That the option is gone for a moment, as when everything is read again, uncovers nothing.
      else if (name === siteOptionCollection.name && doc !== null) turn(doc['rule36_mode'] === true);
    },
    settled: () => restoring,
  };
}
