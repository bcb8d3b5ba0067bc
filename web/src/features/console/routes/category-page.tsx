import { RowPage } from '../kit/row-page.tsx';
import { ShadowNoteOfPage } from '../site/shadowed.tsx';
import { CATEGORY_FIELDS, categoryResource } from '../newsroom/category-resource.ts';

export const CategoryPage = () => (
  <RowPage resource={categoryResource} fields={CATEGORY_FIELDS}>
    <ShadowNoteOfPage plural="categories" />
  </RowPage>
);
