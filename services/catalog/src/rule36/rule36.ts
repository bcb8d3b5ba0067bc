import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { storedAs } from '@vidhi/collections/stored.ts';
import { retryForever } from '@vidhi/service-kit/retry.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';

/**
 * Attributes that the schedule to Rule 36 of the Bar Council does not allow in a profile: fee, photo, gallery and
 * self-description. They stay in responses with the value null.
 */
const REDACTED = { Price: null, PrimaryImageId: null, SecondaryImageIds: [], Detail1: null } as const;

export interface Rule36Options {
  model: ReadModel;
  /** Reads every stored profile. */
  eachProfile: (put: (doc: StoredDocument) => void) => Promise<void>;
  /** Called for every failed attempt to read them; attempts are repeated with back-off. */
  onFailure: (error: unknown) => void;
}

const RETRY = { firstMs: 100, maxMs: 10_000 };

/**
 * Redacts profiles in the model while `rule36_mode` is on, so that no response, filter or sort can depend on the redacted
 * attributes. The database keeps them; when the mode is switched off, profiles are reloaded from there.
 */
export interface Rule36 {
  readonly isOn: boolean;
  /** Returns the document to put into the model, redacted while the mode is on. */
  apply(name: string, doc: StoredDocument): StoredDocument;
  /** Must be called once the topics are consumed to their end: switches the mode off when no option was received. */
  noteCaughtUp(): void;
  /** Must be called for every document put into the model or removed from it (`doc` null). */
  noteChange(name: string, id: number, doc: StoredDocument | null): void;
  /** False while profiles are being reloaded after the mode was switched off. */
  readonly isSettled: boolean;
  /** Resolves when the current reload has ended. */
  settled(): Promise<void>;
}

export function createRule36({ model, eachProfile, onFailure }: Rule36Options): Rule36 {
  const { name: profile } = lawyerCollection;
  // Until the site's option is known, profiles are redacted: the option could be on.
  let isOn = true;
  let hasReceivedOption = false;
  /** Incremented by every switch of the mode; a reload of an older generation stops. */
  let generation = 0;
  /** Generation of the mode whose reload has completed. */
  let restoredGeneration = 0;
  let restoring: Promise<void> = Promise.resolve();
  /** Aborted by the next switch of the mode. */
  let superseded = new AbortController();
  /** Ids changed during a reload: the copy read from the database may be older than the one in the model. */
  let changed: Set<number> | null = null;

  function redactAll(): void {
    const ids = Array.from(model.store(profile).all(), ({ id }) => id);
    for (const id of ids) model.patch(profile, id, REDACTED);
  }

  async function restore(ofGeneration: number): Promise<void> {
    const changedIds = new Set<number>();
    changed = changedIds;
    try {
      await eachProfile((doc) => {
        const isInModel = model.store(profile).find(doc.id) !== undefined;
        if (ofGeneration === generation && isInModel && !changedIds.has(doc.id)) model.upsert(profile, doc);
      });
    } finally {
      if (changed === changedIds) changed = null;
    }
  }

  async function restoreUntilDone(ofGeneration: number, { signal }: AbortController): Promise<void> {
    const done = await retryForever(
      async () => {
        await restore(ofGeneration);
        return true;
      },
      { ...RETRY, signal, onFailure },
    );
    if (done !== null) restoredGeneration = ofGeneration;
  }

  function setMode(on: boolean): void {
    if (on === isOn) return;
    isOn = on;
    generation += 1;
    superseded.abort();
    superseded = new AbortController();
    if (on) redactAll();
    else if (model.store(profile).size === 0) restoredGeneration = generation;
    else restoring = restoreUntilDone(generation, superseded);
  }

  return {
    get isOn() {
      return isOn;
    },
    get isSettled() {
      return isOn || restoredGeneration === generation;
    },
    apply: (name, doc) => (isOn && name === profile ? { ...doc, ...REDACTED } : doc),
    noteCaughtUp() {
      if (!hasReceivedOption) setMode(false);
    },
    noteChange(name, id, doc) {
      if (name === profile) changed?.add(id);
      // A removed option document does not switch the mode off: during a reload it is missing for a moment.
      else if (name === siteOptionCollection.name && doc !== null) {
        hasReceivedOption = true;
        setMode(storedAs(siteOptionCollection, doc).rule36_mode === true);
      }
    },
    settled: () => restoring,
  };
}
