import type { DueStep } from './picture-step.ts';

/** Uploaders in the order of precedence: staff and imports, accounts that have logged in, unconfirmed registrants. */
export const UPLOADER_CLASSES = ['staff', 'members', 'registrants'] as const;
export type UploaderClass = (typeof UPLOADER_CLASSES)[number];

/** A step in the queue. The uploader is absent in jobs of earlier versions and for imported pictures. */
export interface QueuedStep extends DueStep {
  uploaderClass?: UploaderClass;
  account?: number;
}

/** Reads the uploader from the private attributes of a picture. */
export function uploaderOf(
  picture: Readonly<Record<string, unknown>>,
): Pick<QueuedStep, 'uploaderClass' | 'account'> {
  const { uploadedBy, isMembers, isRegistrants } = picture;
  const members = isRegistrants === true ? 'registrants' : 'members';
  return {
    uploaderClass: isMembers === true ? members : 'staff',
    ...(typeof uploadedBy === 'number' ? { account: uploadedBy } : {}),
  };
}

/** Priorities are `class * CLASS_SIZE + rank`, below the 2^21 of BullMQ. */
const CLASS_SIZE = 100_000;

/** Priorities of queued steps, lowest first. */
export interface VariantOrder {
  /**
   * Returns the priority of a step: by format, by class of the uploader, and by how many steps of the same account wait
   * already, so that accounts take turns. The priority of a waiting step does not change.
   */
  enter(step: QueuedStep): number;
  leave(step: QueuedStep): void;
  /** Forgets all waiting steps, such as those that another process has run. */
  clear(): void;
}

export function createVariantOrder(): VariantOrder {
  const waiting = new Map<string, Map<string, number>>();
  const lineOf = ({ step, uploaderClass = 'staff', account }: QueuedStep): string =>
    `${step}-${uploaderClass}-${account ?? 'import'}`;
  const keyOf = ({ id, content }: QueuedStep): string => `${id}-${content}`;
  return {
    enter(queued) {
      const line = waiting.get(lineOf(queued)) ?? new Map<string, number>();
      waiting.set(lineOf(queued), line);
      const rank = line.get(keyOf(queued)) ?? Math.min(line.size + 1, CLASS_SIZE - 1);
      line.set(keyOf(queued), rank);
      const ofFormat = queued.step === 'avif' ? UPLOADER_CLASSES.length : 0;
      return (ofFormat + UPLOADER_CLASSES.indexOf(queued.uploaderClass ?? 'staff')) * CLASS_SIZE + rank;
    },
    leave(queued) {
      const line = waiting.get(lineOf(queued));
      line?.delete(keyOf(queued));
      if (line?.size === 0) waiting.delete(lineOf(queued));
    },
    clear: () => waiting.clear(),
  };
}
