import { RowPage } from '../kit/row-page.tsx';
import { TAG_FIELDS, tagResource } from '../newsroom/tag-resource.ts';

export const TagPage = () => <RowPage resource={tagResource} fields={TAG_FIELDS} />;
