import type { MessageRow } from '@vidhi/contracts/inbox.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import type { Column } from '../kit/define-resource.ts';
import { colleagueName, useColleagues } from './message-api.ts';

const Assignee = ({ id }: { id: number | null }) => colleagueName(useColleagues(), id);

/** The column that says who looks after a row. */
export const assigneeColumn: Column<Pick<MessageRow, 'assignee'>> = {
  key: 'assignee',
  label: 'Looked after by',
  render: ({ assignee }) => <Assignee id={assignee} />,
  text: ({ assignee }) => (assignee === null ? '' : `Account ${assignee}`),
};

/** The filter for one's own rows, and for those that nobody looks after. */
export const assigneeFilter = choiceFilter('assignee', 'Looked after by', { me: 'Me', none: 'Nobody' });
