import type { ListedPreviewLink } from '@vidhi/contracts/edit-history.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';

/** The calls of preview links. */
export const previewCalls = (send: SendAsStaff) => ({
  /** Null where they cannot be loaded. */
  previews: async (id: number): Promise<readonly ListedPreviewLink[] | null> => {
    const response = await send({ path: `/posts/${id}/previews` });
    return response.isOk ? (response.body as { data: ListedPreviewLink[] }).data : null;
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
