/** One owner may take this share of a budget, so that it takes no other owner's. */
const OWNER_SHARE = 1 / 4;

/** A number of bytes that many hold together. */
export interface ByteBudget {
  readonly usedBytes: number;
  /** Takes bytes for an owner, or false when all of them or the share of the owner are taken. */
  take(owner: string, bytes: number): boolean;
  giveBack(owner: string, bytes: number): void;
}

export function createByteBudget(totalBytes: number): ByteBudget {
  const byOwner = new Map<string, number>();
  let usedBytes = 0;
  return {
    get usedBytes() {
      return usedBytes;
    },
    take(owner, bytes) {
      const own = (byOwner.get(owner) ?? 0) + bytes;
      if (usedBytes + bytes > totalBytes || own > totalBytes * OWNER_SHARE) return false;
      usedBytes += bytes;
      byOwner.set(owner, own);
      return true;
    },
    giveBack(owner, bytes) {
      const own = (byOwner.get(owner) ?? 0) - bytes;
      usedBytes -= bytes;
      if (own > 0) byOwner.set(owner, own);
      else byOwner.delete(owner);
    },
  };
}
