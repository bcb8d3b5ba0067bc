import { RowPage } from '../kit/row-page.tsx';
import { REDIRECT_FIELDS, redirectResource } from '../redirects/redirect-resource.tsx';

export const RedirectPage = () => <RowPage resource={redirectResource} fields={REDIRECT_FIELDS} />;
