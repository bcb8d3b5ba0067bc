import { parseQueryString, findDocuments, type ReadModel } from '@vidhi/content-engine';
import type { JobRoutesOptions } from '@vidhi/content-service/jobs.ts';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { redirectCollection } from '@vidhi/collections/news/redirect.ts';
import { RedirectQuery } from '@vidhi/contracts/redirects.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import { Value } from 'typebox/value';
import { WORKING_COPIES } from '../posts/copied-posts.ts';
import { type RedirectRows, selectRedirects } from '../redirects/redirect-rows.ts';

interface SelectOptions {
  model: ReadModel;
  store: Pick<ContentWrites, 'listCopied'>;
  redirects: RedirectRows;
}

/** Selects the rows of lists whose queries have more than the content API's: articles with working copies, and redirects. */
export const createSelectRows =
  ({ model, store, redirects }: SelectOptions): NonNullable<JobRoutesOptions['select']> =>
  ({ name }, query) => {
    if (name === redirectCollection.name) {
      const { fields: _fields, ...wanted } = parseQueryString(query);
      if (!Value.Check(RedirectQuery, wanted))
        throw validationError('This is no query of the list of redirects');
      return Promise.resolve(selectRedirects(redirects.rows(), wanted).map(({ id }) => id));
    }
    const params = new URLSearchParams(query);
    const copies = params.get(WORKING_COPIES);
    if (name !== postCollection.name || copies === null) return undefined;
    params.delete(WORKING_COPIES);
    const ids = findDocuments(model, name, params.toString(), 'staff').documents.map(({ id }) => id);
    return copies === 'only' ? store.listCopied(postCollection, ids) : Promise.resolve(ids);
  };
