import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';

/** A link by which people without an account read the article with its changes. */
export interface PreviewLink {
  id: string;
  label: string | null;
  by: { id: number; name: string } | null;
  created_at: string;
  expires_at: string;
  opened_at: string | null;
}

/** The calls of preview links. */
export const previewCalls = (send: SendAsStaff) => ({
  /** Null where they cannot be loaded. */
  previews: async (id: number): Promise<readonly PreviewLink[] | null> => {
    const response = await send({ path: `/posts/${id}/previews` });
    return response.isOk ? (response.body as { data: PreviewLink[] }).data : null;
  },
  /** Makes a link; its address is in this response alone. */
  sharePreview: async (
    id: number,
    data: { hours: number; label: string },
  ): Promise<{ url: string; failure?: undefined } | { failure: StaffResponse; url?: undefined }> => {
    const response = await send({ path: `/posts/${id}/previews`, method: 'POST', body: { data } });
    return response.isOk
      ? { url: (response.body as { data: { url: string } }).data.url }
      : { failure: response };
  },
  /** Resolves with whether the link works no more. */
  endPreview: async (id: number, preview: string): Promise<boolean> => {
    const { isOk, status } = await send({ path: `/posts/${id}/previews/${preview}`, method: 'DELETE' });
    // It has ended meanwhile.
    return isOk || status === 404;
  },
});
