import { AUTHOR_FIELDS, authorResource } from '../authors/author-resource.ts';
import { MergeAuthor } from '../authors/merge-author.tsx';
import { RowPage } from '../kit/row-page.tsx';

export const AuthorPage = () => (
  <RowPage resource={authorResource} fields={AUTHOR_FIELDS}>
    <MergeAuthor />
  </RowPage>
);
