import { GRIEVANCE_CATEGORIES } from '@vidhi/contracts/grievance-categories.ts';
import type { Grievance } from '@vidhi/contracts/grievances.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { usePageName } from '../frame/page-name.ts';
import { DecisionForm } from '../grievances/decision-form.tsx';
import {
  complainedArticleApi,
  GRIEVANCE_STATE_NAMES,
  grievanceApi,
  MEASURE_NAMES,
  OUTCOME_NAMES,
  slugOf,
  type ComplainedArticle,
} from '../grievances/grievance-api.ts';
import { clockText, GRIEVANCE_BADGES } from '../grievances/grievance-resource.tsx';
import { GrievanceSide } from '../grievances/grievance-side.tsx';
import { colleagueName, useColleagues } from '../inbox/message-api.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as inbox from '../inbox/inbox.module.css';
import * as styles from '../grievances/grievances.module.css';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';

const MAIL_STATES: Readonly<Record<Grievance['acknowledgement'], string>> = {
  waiting: 'on its way',
  sent: 'delivered to the mail server',
  failed: 'could not be delivered. Please check the address',
  not_sent: 'not sent',
};

/** `/console/grievances/:id`: a grievance, its clock, and its decision. */
export function GrievancePage() {
  const { id = '' } = useRouteParams();
  const query = grievanceApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(grievance) => <Details key={grievance.id} grievance={grievance} />}
    </QueryBoundary>
  );
}

/** The article that an address of this site names; null while it is not known, and for other pages. */
function useArticle(link: string): ComplainedArticle | null {
  const { host } = new URL(useSite().publicUrl);
  const slug = slugOf(link, host);
  const { data } = complainedArticleApi.useList(
    { q: slug, conditions: [], sort: '', page: 1, size: 1 },
    { isSkipped: slug === '' },
  );
  return data?.rows[0] ?? null;
}

function Details({ grievance }: { grievance: Grievance }) {
  const { number, state, link, category, text, decision, acknowledgement } = grievance;
  const article = useArticle(link);
  usePageName(number);
  return (
    <>
      <header className={`page-head ${orders.orderHead}`}>
        <h1>{number}</h1>
        <span className={`${kit.badge} ${GRIEVANCE_BADGES[state]}`}>{GRIEVANCE_STATE_NAMES[state]}</span>
        {state === 'open' && <span>{clockText(grievance)}</span>}
      </header>
      <div className={orders.orderPage}>
        <div className={orders.orderColumn}>
          <article className={`${orders.orderCard} ${styles.card}`} aria-label="Grievance">
            <p>{GRIEVANCE_CATEGORIES[category]}</p>
            <p className={styles.page}>{link}</p>
            {article !== null && (
              <p>
                Article: <RecordLink to={`/console/posts/${article.id}`}>{article.title}</RecordLink>
              </p>
            )}
            <p className={inbox.words}>{text}</p>
            <small className={orders.orderFaint}>
              Received <DateText iso={grievance.received_at} withTime />, to be decided by{' '}
              <DateText iso={grievance.due_at} withTime />. Receipt: {MAIL_STATES[acknowledgement]}.
            </small>
          </article>
          {decision === null ? (
            <section className={orders.orderCard} aria-label="Your decision">
              {state === 'open' ? (
                <DecisionForm grievance={grievance} article={article} />
              ) : (
                <p>Nobody decides on it.</p>
              )}
            </section>
          ) : (
            <Decision {...decision} />
          )}
        </div>
        <GrievanceSide grievance={grievance} />
      </div>
    </>
  );
}

function Decision({
  outcome,
  measure,
  post_id: postId,
  reason,
  by,
  at,
  mail,
}: NonNullable<Grievance['decision']>) {
  const colleagues = useColleagues();
  return (
    <article className={`${orders.orderCard} ${styles.card}`} aria-label="Decision">
      <h2>{OUTCOME_NAMES[outcome]}</h2>
      <p>What was done about the page: {MEASURE_NAMES[measure].toLowerCase()}</p>
      {postId !== null && (
        <p>
          <RecordLink to={`/console/posts/${postId}/history`}>History of the article</RecordLink>
        </p>
      )}
      <p className={inbox.words}>{reason}</p>
      <small className={orders.orderFaint}>
        {colleagueName(colleagues, by)}, <DateText iso={at} withTime />. Mail: {MAIL_STATES[mail]}.
      </small>
    </article>
  );
}
