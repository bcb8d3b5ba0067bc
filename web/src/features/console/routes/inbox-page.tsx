import { messageResource } from '../inbox/message-resource.tsx';
import { ResourceList } from '../kit/resource-list.tsx';

/** `/console/inbox`: messages of the contact form. */
export const InboxPage = () => <ResourceList resource={messageResource} />;
