import type { ShadowedPage } from '@vidhi/contracts/shadowed-pages.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as styles from '../kit.module.css';

/** Collections of which the service says what readers do not reach. */
type Plural = 'hosted-pages' | 'categories';

const shadowedApi = baseApi.enhanceEndpoints({ addTagTypes: ['Resource'] }).injectEndpoints({
  endpoints: (build) => ({
    shadowed: build.query<readonly ShadowedPage[], Plural>({
      query: (plural) => `/${plural}/shadowed`,
      transformResponse: (body) => (body as { data: ShadowedPage[] }).data,
      extraOptions: { auth: true },
      // Read again after each change of the list.
      providesTags: (_list, _error, plural) => [{ type: 'Resource', id: `LIST:${plural}` }, 'Member'],
    }),
  }),
});
const { useShadowedQuery } = shadowedApi;

const PAGES: Readonly<Record<ShadowedPage['by'], string>> = {
  screen: '',
  article: '/console/posts',
  page: '/console/pages',
  category: '/console/categories',
};
const TEXTS: Readonly<Record<Plural, Readonly<Record<ShadowedPage['by'], string>>>> = {
  'hosted-pages': {
    screen: 'Readers do not see it: a page of the site itself has this address.',
    article: 'Readers do not see it: an article has this address:',
    page: 'Readers do not see it: a newer page has this address:',
    category: 'Readers do not see it: a category has this address:',
  },
  categories: {
    screen: 'Readers do not reach its articles: a page of the site itself has this address.',
    article: 'Readers do not see it: an article has this address:',
    page: 'Readers do not see it: a page has this address:',
    category: 'Readers do not see it: another category has this address:',
  },
};

function useShadow(plural: Plural, id: number): ShadowedPage | undefined {
  const { data } = useShadowedQuery(plural, { refetchOnMountOrArgChange: true });
  return data?.find((one) => one.id === id);
}

/** Says in a list that readers do not reach a record; nothing where they do. */
export function ShadowBadge({ plural, id }: { plural: Plural; id: number }) {
  const shadow = useShadow(plural, id);
  return shadow === undefined ? null : (
    <span
      className={`${styles.badge} ${styles.badgeWarm}`}
      title={TEXTS[plural][shadow.by].replace(/:$/, '')}
    >
      Hidden by another page
    </span>
  );
}

/** Says why readers do not reach a record, and leads to what they see instead; nothing where they reach it. */
export function ShadowNote({ plural, id }: { plural: Plural; id: number }) {
  const shadow = useShadow(plural, id);
  if (shadow === undefined) return null;
  const { by, other } = shadow;
  return (
    <p className={styles.shadowNote}>
      {TEXTS[plural][by]}{' '}
      {other !== null && (
        <RecordLink to={`${PAGES[by]}/${other.id}`}>{other.title || `No. ${other.id}`}</RecordLink>
      )}
    </p>
  );
}

/** The same on the page of a record, whose id is in the address. */
export function ShadowNoteOfPage({ plural }: { plural: Plural }) {
  const { id = 'new' } = useRouteParams();
  return /^\d+$/.test(id) ? <ShadowNote plural={plural} id={Number(id)} /> : null;
}
