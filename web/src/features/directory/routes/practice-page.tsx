import { useRouteParams } from '#shared/routing/current-route.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { WaitForConfig } from '#shared/ui/wait-for-config.tsx';
import { DirectoryNote } from '../components/directory-note.tsx';
import { PlaceLists } from '../components/place-lists.tsx';
import { usePracticeQuery } from '../directory-api.ts';
import { DIRECTORY_NAME, directoryPaths, lawyersPath } from '../directory-paths.ts';
import * as styles from '../directory.module.css';

/** States and cities with lawyers of one practice area. */
export function PracticePage() {
  const { practice: slug = '' } = useRouteParams();
  const { data: places, isLoading, error } = usePracticeQuery(slug);
  if (isLoading) return <Skeleton shape="list" label="Loading" />;
  if (places === undefined || places === null) return error === undefined ? <NotFound /> : <Unavailable />;
  const { practice } = places;
  return (
    <div className={styles.directory}>
      <header className="page-head">
        <Breadcrumb
          crumbs={[
            { name: 'Home', path: paths.home() },
            { name: DIRECTORY_NAME, path: directoryPaths.index() },
          ]}
        />
        <p className="kicker">Practice area</p>
        <h1 {...textLanguageProps(practice.name)}>{practice.name}</h1>
        <p className="page-head__about">
          Choose a state or a city, or see{' '}
          <PageLink className={styles.directoryAll} to={lawyersPath({ practice: practice.id })}>
            {practice.count === 1 ? 'the one lawyer' : `all ${practice.count} lawyers`} of this practice area
          </PageLink>
          .
        </p>
      </header>
      <WaitForConfig>
        <PlaceLists places={places} practice={practice.id} />
      </WaitForConfig>
      <p>
        <PageLink className={styles.directoryBack} to={directoryPaths.index()}>
          <ArrowIcon direction="left" /> Back to {DIRECTORY_NAME}
        </PageLink>
      </p>
      <DirectoryNote />
    </div>
  );
}
