import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { SavedList } from '../components/saved-list.tsx';
import { readSaved, subscribeSaved, toggleSaved } from '../saved-articles.ts';

const SavedInAccount = lazy(() =>
  import('../components/saved-in-account.tsx').then((module) => ({ default: module.SavedInAccount })),
);

/** The articles that are saved in the account, or on the device of visitors who are not logged in. */
export function SavedPage() {
  const isMember = useSession() !== null;
  const status = useSessionStatus();
  if (isMember)
    return (
      <Page about="Articles that you save are in your account, on every device where you log in. You can read them offline too.">
        <Suspense fallback={<Skeleton shape="list" label="Loading" />}>
          <SavedInAccount />
        </Suspense>
      </Page>
    );
  return (
    <Page about="Articles that you save stay on this device only. You can read them offline too.">
      {(status === 'anonymous' || status === 'lost') && <SavedOnDevice />}
    </Page>
  );
}

function Page({ about, children }: { about: string; children: ReactNode }) {
  return (
    <div className="saved">
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>Saved for later</h1>
        <p className="page-head__about">{about}</p>
      </header>
      {children}
    </div>
  );
}

function SavedOnDevice() {
  const saved = useSyncExternalStore(subscribeSaved, readSaved, () => null);
  return saved === null ? null : <SavedList articles={saved} onRemove={toggleSaved} />;
}
