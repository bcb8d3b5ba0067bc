import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useCategorySlugQuery, useTagSlugQuery } from '../news-api.ts';
import { NotFoundOrUnavailable } from './not-found.tsx';

interface RenamedProps {
  slug: string;
  /** Path of the page by its current slug. */
  pathOf: (current: string) => string;
}

/** Redirects a former slug of a category, as the server does; renders the not-found page for other slugs. */
export function RenamedCategory({ slug, pathOf }: RenamedProps) {
  return <Redirect query={useCategorySlugQuery(slug)} slug={slug} pathOf={pathOf} />;
}

/** `RenamedCategory` for tags. */
export function RenamedTag({ slug, pathOf }: RenamedProps) {
  return <Redirect query={useTagSlugQuery(slug)} slug={slug} pathOf={pathOf} />;
}

function Redirect({ query, slug, pathOf }: RenamedProps & { query: ReturnType<typeof useTagSlugQuery> }) {
  const { data: current, isLoading, error } = query;
  const path = current == null || current === slug ? null : pathOf(current);
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (path !== null) void navigate(path + search + hash, { replace: true });
  }, [navigate, path, search, hash]);
  return isLoading || path !== null ? (
    <Skeleton shape="list" label="Loading news" />
  ) : (
    <NotFoundOrUnavailable problem={error} />
  );
}
