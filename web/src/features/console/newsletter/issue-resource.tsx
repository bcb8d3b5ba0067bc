import type { IssueRow, IssueState } from '@vidhi/contracts/newsletter.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource, type Column } from '../kit/define-resource.ts';
import * as styles from '../kit.module.css';
import { ISSUE_STATE_NAMES, ISSUES_PATH, issueListApi } from './issue-api.ts';

const BADGES: Readonly<Record<IssueState, string>> = {
  draft: styles.badgeSoft,
  scheduled: styles.badgeWarm,
  sending: styles.badgeWarm,
  paused: styles.badgeWarm,
  sent: styles.badgeGood,
  stopped: styles.badgeSoft,
};

const timeOf = ({ send_at, started_at }: IssueRow): string => formatMoment(started_at ?? send_at ?? '');

const CAME_BACK: Column<IssueRow> = {
  key: 'bounced',
  label: 'Came back',
  isNumber: true,
  render: ({ counts }) => counts?.bounced ?? '',
};

const resourceOf = (readsBounces: boolean) =>
  defineResource<IssueRow>({
    api: issueListApi,
    one: 'Newsletter',
    many: 'Newsletters',
    path: ISSUES_PATH,
    writers: ['people'],
    defaultSort: '-updated',
    columns: [
      {
        key: 'subject',
        label: 'Subject',
        sort: 'subject',
        isTitle: true,
        render: ({ subject }) => subject || 'Without a subject',
      },
      {
        key: 'state',
        label: 'State',
        render: ({ state }) => (
          <span className={`${styles.badge} ${BADGES[state]}`}>{ISSUE_STATE_NAMES[state]}</span>
        ),
        text: ({ state }) => ISSUE_STATE_NAMES[state],
      },
      { key: 'time', label: 'Goes or went out', render: timeOf },
      {
        key: 'recipients',
        label: 'Readers',
        isNumber: true,
        render: ({ counts }) => counts?.recipients ?? '',
      },
      { key: 'sent', label: 'Delivered', isNumber: true, render: ({ counts }) => counts?.sent ?? '' },
      { key: 'failed', label: 'Failed', isNumber: true, render: ({ counts }) => counts?.failed ?? '' },
      ...(readsBounces ? [CAME_BACK] : []),
      {
        key: 'updated',
        label: 'Changed',
        sort: 'updated',
        render: ({ updated_at: at }) => formatMoment(at),
      },
    ],
    filters: [choiceFilter('state', 'State', ISSUE_STATE_NAMES)],
    actions: [
      {
        key: 'delete',
        label: 'Delete',
        isDangerous: true,
        removes: true,
        isPossible: ({ state }) => state === 'draft',
        confirm: () => 'This draft is deleted permanently.',
        run: ({ id }, { remove }) => remove(id),
      },
    ],
    empty: {
      title: 'No newsletters yet',
      hint: 'Write the first one, or put it together from your articles.',
    },
  });

/** The list where nobody reads what comes back, and where that is read. */
export const issueResource = resourceOf(false);
export const bouncingIssueResource = resourceOf(true);
