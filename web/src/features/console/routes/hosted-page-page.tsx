import { RowPage } from '../kit/row-page.tsx';
import { HOSTED_PAGE_FIELDS, hostedPageResource } from '../site/hosted-page-resource.ts';

export const HostedPagePage = () => <RowPage resource={hostedPageResource} fields={HOSTED_PAGE_FIELDS} />;
