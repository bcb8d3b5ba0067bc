import type { ApiAnswer, ApiClient } from './api-client.ts';

/** Asks what files pictures have, for a page whose data has come this far (`x-data-position`). */
export type AskPictures = (path: string, position: string) => Promise<ApiAnswer>;

const PATH = /^\/picture-variants\?ids=([\d,]+)$/;
const MEDIA = /(?:^|;)\s*catalog\.media=(\d+)/;
const MAX_PICTURES = 5_000;
const MAX_RESPONSES = 500;

export const isPicturePath = (path: string): boolean => PATH.test(path);
const mediaOf = (position: string): string | undefined => MEDIA.exec(position)?.[1];

/**
 * Remembers what files pictures have, exactly as long as no picture changes: each answer of the API says how far
 * the events of pictures had been read, and what was learnt at one such position is good for pages whose data
 * has the same. Pictures without files are remembered as such, and asked for again after the next event.
 */
export function createKnownPictures({ get }: Pick<ApiClient, 'get'>): AskPictures {
  let learntAt = '';
  const files = new Map<string, unknown>();
  const answers = new Map<string, ApiAnswer>();

  function forget(media: string): void {
    learntAt = media;
    files.clear();
    answers.clear();
  }

  function keep(path: string, answer: ApiAnswer): ApiAnswer {
    if (answers.size >= MAX_RESPONSES) answers.clear();
    answers.set(path, answer);
    return answer;
  }

  async function learn(path: string, ids: readonly string[]): Promise<ApiAnswer> {
    const answer = await get(path);
    const media = mediaOf(answer.position);
    if (media === undefined) return answer;
    if (media !== learntAt || files.size + ids.length > MAX_PICTURES) forget(media);
    const { data = {} } = answer.body as { data?: Readonly<Record<string, unknown>> };
    for (const id of ids) files.set(id, data[id]);
    // Without the age of its data: what is kept here outlives the time in which nothing new was heard.
    return keep(path, { body: answer.body, position: answer.position });
  }

  return async (path, position) => {
    const media = mediaOf(position);
    const ids = PATH.exec(path)?.[1]?.split(',') ?? [];
    if (media === undefined || media !== learntAt) return learn(path, ids);
    const known = answers.get(path);
    if (known !== undefined) return known;
    if (!ids.every((id) => files.has(id))) return learn(path, ids);
    const data = Object.fromEntries(ids.map((id) => [id, files.get(id)]));
    return keep(path, { body: { data }, position: `catalog.media=${media}` });
  };
}
