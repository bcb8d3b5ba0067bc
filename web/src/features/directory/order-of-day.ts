export interface Ranked {
  id: number;
  rank: string;
}

/** SHA-256 in lower-case hex, by Web Crypto. */
async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Resolves with the seed of a day in India, derived from the date alone. */
export const seedOf = (date: string): Promise<string> => sha256(`vidhi-neutral-order:${date}`);

/** Resolves with the ids sorted by their hashes with a seed. */
export async function orderOf(ids: readonly number[], seed: string): Promise<Ranked[]> {
  const ranked = await Promise.all(ids.map(async (id) => ({ id, rank: await sha256(`${seed}:${id}`) })));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
}

/** The same algorithm as source text for the page; a test compares it with the functions above. */
export const ORDER_CODE = `async function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const hex = (byte) => byte.toString(16).padStart(2, '0');
  return Array.from(new Uint8Array(hash), hex).join('');
}

async function orderOfDay(date, ids) {
  const seed = await sha256('vidhi-neutral-order:' + date);
  const ranked = [];
  for (const id of ids)
    ranked.push({ id, rank: await sha256(seed + ':' + id) });
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.map(({ id }) => id);
}`;
