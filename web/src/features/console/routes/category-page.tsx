import { RowPage } from '../kit/row-page.tsx';
import { CATEGORY_FIELDS, categoryResource } from '../newsroom/category-resource.ts';

export const CategoryPage = () => <RowPage resource={categoryResource} fields={CATEGORY_FIELDS} />;
