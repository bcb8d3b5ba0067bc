import { RowPage } from '../kit/row-page.tsx';
import { AD_FIELDS, adResource } from '../site/ad-resource.ts';

export const AdPage = () => <RowPage resource={adResource} fields={AD_FIELDS} />;
