import { ROLE } from '@vidhi/contracts/roles.ts';
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { noticeOf, useOwnReviewQuery } from '#shared/own-profile/own-review.ts';
import { useSession } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import type { ItemArg } from '../item-reads.ts';
import { useOwnItemQuery } from '../own-item-api.ts';
import { ItemNotFound } from './item-not-found.tsx';
import { ItemView } from './item-view.tsx';
import * as styles from '../item.module.css';

/** Roles whose accounts own a profile of the kind. */
const OWNERS = { lawyers: ROLE.lawyer, firms: ROLE.firm } as const;

/** The page of a profile that others cannot see yet, for its owner; that of a missing item for everybody else. */
export function OwnItem({ kind, id }: ItemArg) {
  const session = useSession();
  return kind === 'books' || session?.role !== OWNERS[kind] ? (
    <ItemNotFound kind={kind} />
  ) : (
    <OwnProfile kind={kind} id={id} userId={session.user.id} />
  );
}

interface OwnProfileProps {
  kind: Exclude<CatalogueKind, 'books'>;
  id: number;
  userId: number;
}

function OwnProfile({ kind, id, userId }: OwnProfileProps) {
  const { currentData: review } = useOwnReviewQuery();
  const { currentData: item, error, refetch } = useOwnItemQuery({ kind, userId });
  if (item === undefined)
    return error === undefined ? (
      <Skeleton shape="article" label="Loading the item" />
    ) : (
      <Unavailable retry={() => void refetch()} />
    );
  if (item === null || item.id !== id) return <ItemNotFound kind={kind} />;
  return (
    <>
      <output className={styles.ownItem}>
        This is how others will see your profile.{' '}
        {(review?.hidden_by === 'unconfirmed' && noticeOf(review)?.text) || 'For now, only you can see it.'}{' '}
        <PageLink to="/account">See why in your account</PageLink>
      </output>
      <ItemView item={item} declaredAt={review?.declared_at ?? null} />
    </>
  );
}
