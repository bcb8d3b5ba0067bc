import { RowPage } from '../kit/row-page.tsx';
import { SLIDE_FIELDS, slideResource } from '../site/slide-resource.ts';

export const SlidePage = () => <RowPage resource={slideResource} fields={SLIDE_FIELDS} />;
