import {
  type Grievance,
  type GrievanceChange,
  type GrievancePage,
  type GrievanceRegister,
  type GrievanceRow,
  type GrievanceState,
  type Measure,
  type Outcome,
  type RegisterMonth,
} from '@vidhi/contracts/grievances.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { toRow } from '../kit/source.ts';

export const GRIEVANCES_PATH = '/console/grievances';

export const GRIEVANCE_STATE_NAMES: Readonly<Record<GrievanceState, string>> = {
  open: 'Open',
  decided: 'Decided',
  withdrawn: 'Withdrawn',
  spam: 'Spam',
};

export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  upheld: 'Justified',
  partly: 'Justified in part',
  rejected: 'Not justified',
};

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  none: 'Nothing',
  corrected: 'Corrected',
  taken_down: 'Taken down',
  other: 'Something else',
};

const list = listPath('/grievances');

export const grievanceListApi = resourceApi<GrievanceRow>('grievances', {
  list,
  toPage: (body) => {
    const { data, meta } = body as GrievancePage;
    return { rows: data, total: meta.pagination.total };
  },
});

/** One grievance with its decision. */
export const grievanceApi = resourceApi<Grievance>('grievance', {
  list,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/grievances/${id}`,
  toRow: (body) => (body as { data: Grievance }).data,
});

/** Numbers by month. */
export const registerApi = resourceApi<RegisterMonth>('grievance-register', {
  list: () => '/grievances/register',
  toPage: (body) => {
    const { data } = body as GrievanceRegister;
    return { rows: data, total: data.length };
  },
});

export const changeGrievance = (id: string, data: GrievanceChange) => ({
  url: `/grievances/${id}`,
  method: 'PUT',
  body: { data },
});

export interface ComplainedArticle {
  id: number;
  title: string;
}

/** The article of a slug, as staff sees it; none for other pages. */
export const complainedArticleApi = resourceApi<ComplainedArticle>('complained-article', {
  list: ({ q }) =>
    `/posts?${new URLSearchParams({ 'filters[slug][$eq]': q, 'fields[0]': 'title', publicationState: 'preview' })}`,
  toPage: (body) => {
    const rows = (body as { data: unknown[] }).data.map((one) => toRow(one) as unknown as ComplainedArticle);
    return { rows, total: rows.length };
  },
});

/** The last part of the address of a page of this host: the slug, where it is an article. Empty for other addresses. */
export function slugOf(link: string, host: string): string {
  try {
    const url = new URL(link);
    if (url.host !== host) return '';
    return url.pathname.split('/').findLast((segment) => segment !== '') ?? '';
  } catch {
    return '';
  }
}

const DAY_MS = 86_400_000;

const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** The time that is left to decide. */
export function timeLeft(dueAt: string, now: number): string {
  const days = (Date.parse(dueAt) - now) / DAY_MS;
  if (days < 0) return `${counted(Math.ceil(-days))} overdue`;
  return days < 1 ? 'Due within a day' : `${counted(Math.floor(days))} left`;
}
