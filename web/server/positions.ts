export const POSITION_HEADER = 'x-data-position';
/** For how many seconds nothing new was heard of the data of a response; absent while its service follows its topics. */
export const AGE_HEADER = 'x-data-age';

/**
 * The oldest position of all answers that a page was made of, topic by topic: `news.posts=12;news.site=4`.
 * The gateway keeps a page only when nothing newer has happened.
 */
export function createPositions(): { note(header: string): void; text(): string } {
  const oldest = new Map<string, number>();
  const noted = new Set<string>();
  return {
    note(header) {
      if (noted.has(header)) return;
      noted.add(header);
      for (const part of header.split(';')) {
        const [topic = '', offset = ''] = part.split('=');
        const value = Number(offset);
        if (topic.trim() === '' || offset.trim() === '' || !Number.isSafeInteger(value)) continue;
        const known = oldest.get(topic.trim());
        oldest.set(topic.trim(), known === undefined ? value : Math.min(known, value));
      }
    },
    text: () => [...oldest].map(([topic, offset]) => `${topic}=${offset}`).join(';'),
  };
}
