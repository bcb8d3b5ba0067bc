import { TEMPLATE_FIELDS, templateResource } from '../inbox/template-resource.ts';
import { RowPage } from '../kit/row-page.tsx';

export const ReplyTemplatePage = () => <RowPage resource={templateResource} fields={TEMPLATE_FIELDS} />;
