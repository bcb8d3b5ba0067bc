import type { CommentThread } from '@vidhi/contracts/comments.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';

/** A comment as it is sent. */
export interface NewComment {
  text: string;
  quote: string | null;
  block: number | null;
  parent: string | null;
  mentions: readonly number[];
}

export type Threads =
  | { threads: readonly CommentThread[]; failure?: undefined }
  | { failure: StaffResponse; threads?: undefined };

const toThreads = (response: StaffResponse): Threads =>
  response.isOk ? { threads: (response.body as { data: CommentThread[] }).data } : { failure: response };

/** The calls of comments; each resolves with all threads of the article. */
export const commentCalls = (send: SendAsStaff) => ({
  comments: async (id: number): Promise<Threads> => toThreads(await send({ path: `/posts/${id}/comments` })),
  addComment: async (id: number, data: NewComment): Promise<Threads> =>
    toThreads(await send({ path: `/posts/${id}/comments`, method: 'POST', body: { data } })),
  resolveComment: async (id: number, comment: string, resolved: boolean): Promise<Threads> =>
    toThreads(
      await send({ path: `/posts/${id}/comments/${comment}`, method: 'PUT', body: { data: { resolved } } }),
    ),
  removeComment: async (id: number, comment: string): Promise<Threads> =>
    toThreads(await send({ path: `/posts/${id}/comments/${comment}`, method: 'DELETE' })),
});

export type CommentClient = ReturnType<typeof commentCalls>;
