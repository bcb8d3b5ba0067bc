/** Joins two bodies; null where they cannot be parsed as expected. */
export type JoinBodies = (own: string, other: string) => string | null;

/** `{ data, meta }` of both: the keys of the first, then those of the second. */
export const joinData: JoinBodies = (own, other) => {
  const [first, second] = [own, other].map((text) => JSON.parse(text) as { data?: object; meta?: object });
  if (first?.data === undefined || second?.data === undefined) return null;
  return JSON.stringify({
    data: { ...first.data, ...second.data },
    meta: { ...first.meta, ...second.meta },
  });
};

const INDEX = /<sitemapindex[^>]*>(.*)<\/sitemapindex>/s;
const INDEX_END = '</sitemapindex>';

/** One index of the files of both. */
export const joinSitemapIndexes: JoinBodies = (own, other) => {
  const files = INDEX.exec(other)?.[1]?.trim();
  const end = own.lastIndexOf(INDEX_END);
  if (files === undefined || end === -1) return null;
  return `${own.slice(0, end)}${files}\n${own.slice(end)}`;
};
