import { GRIEVANCE_CATEGORIES } from '@vidhi/contracts/grievance-categories.ts';
import type { GrievanceRow, GrievanceState } from '@vidhi/contracts/grievances.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { assigneeColumn, assigneeFilter } from '../inbox/assignee-column.tsx';
import { defineResource, type RowAction } from '../kit/define-resource.ts';
import * as styles from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import {
  changeGrievance,
  GRIEVANCES_PATH,
  GRIEVANCE_STATE_NAMES,
  grievanceListApi,
  OUTCOME_NAMES,
  timeLeft,
} from './grievance-api.ts';

export const GRIEVANCE_BADGES: Readonly<Record<GrievanceState, string>> = {
  open: styles.badgeWarm,
  decided: styles.badgeGood,
  withdrawn: styles.badgeSoft,
  spam: styles.badgeSoft,
};

/** Time to decide, or the decision. */
export const clockText = ({ state, due_at: dueAt, outcome }: GrievanceRow, now = Date.now()): string => {
  if (outcome !== null) return OUTCOME_NAMES[outcome];
  return state === 'open' ? timeLeft(dueAt, now) : GRIEVANCE_STATE_NAMES[state];
};

const move = (
  key: string,
  label: string,
  state: 'open' | 'spam',
  from: GrievanceState,
): RowAction<GrievanceRow> => ({
  key,
  label,
  isBulk: true,
  isPossible: (row) => row.state === from,
  run: ({ id, rev }, { send }) => send(changeGrievance(id, { rev, state }), id),
});

const LISTED: readonly GrievanceState[] = ['decided', 'spam'];

export const grievanceResource = defineResource<GrievanceRow>({
  api: grievanceListApi,
  one: 'Grievance',
  many: 'Grievances',
  path: GRIEVANCES_PATH,
  writers: ['people'],
  canCreate: false,
  // Addresses of people leave the site by no export; the register has a file without them.
  isExported: false,
  defaultSort: 'due',
  columns: [
    {
      key: 'number',
      label: 'Number',
      isTitle: true,
      render: ({ number }) => <span className={orders.orderNumber}>{number}</span>,
      text: ({ number }) => number,
    },
    { key: 'clock', label: 'Time left', sort: 'due', render: (row) => clockText(row) },
    { key: 'category', label: 'About', render: ({ category }) => GRIEVANCE_CATEGORIES[category] },
    { key: 'from', label: 'From', render: ({ name, email }) => `${name}, ${email}` },
    { key: 'due', label: 'To be decided by', render: ({ due_at: at }) => formatMoment(at) },
    assigneeColumn,
    {
      key: 'received',
      label: 'Received',
      sort: 'received',
      render: ({ received_at: at }) => formatMoment(at),
    },
    { key: 'link', label: 'Page', isOptional: true, render: ({ link }) => link },
  ],
  filters: [
    {
      key: 'state',
      label: 'State',
      kind: 'choice',
      choices: [
        { value: 'overdue', label: 'Overdue' },
        ...LISTED.map((value) => ({ value, label: GRIEVANCE_STATE_NAMES[value] })),
      ],
      toConditions: (value) => {
        if (value === 'overdue') return [['overdue', 'true']];
        return LISTED.some((state) => state === value) ? [['state', String(value)]] : [];
      },
    },
    assigneeFilter,
  ],
  actions: [move('spam', 'Spam', 'spam', 'open'), move('reopen', 'Not spam', 'open', 'spam')],
  empty: {
    title: 'No open grievances',
    hint: 'What people send with the form at /grievance comes in here, and by mail to the contact address of the site. The filter State shows those that are decided.',
  },
});
