import { useMemo } from 'react';
import type { PictureStore } from '../rich-text/picture-dialog.tsx';
import type { ArticleClient } from './article-client.ts';

/** The media library, as the editor of a text stores and finds pictures in it. */
export const useTextPictures = (client: ArticleClient): PictureStore =>
  useMemo(
    () => ({
      upload: async (file, alt) => {
        const { value, failure } = await client.upload(file, alt);
        if (failure !== undefined) throw new Error(failure.problem.message);
        return value;
      },
      search: client.searchPictures,
    }),
    [client],
  );
