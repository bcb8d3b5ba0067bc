import type { ReactNode } from 'react';
import { baseApi } from '#shared/api/base-api.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

const firstAdministratorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    hasAdministrator: build.query<boolean, void>({
      query: () => '/staff/first-administrator',
      transformResponse: ({ exists }: { exists: boolean }) => exists,
    }),
  }),
});

const TEXTS = {
  title: 'This site has no administrator yet',
  how: 'Make one with this command, on the machine that runs the site. It shows a password once.',
  command: 'npm run staff -- add you@example.com administrator',
  containers: 'With containers:',
  containerCommand: 'docker compose run --rm tools staff add you@example.com administrator',
  then: 'Then log in with that address and password.',
  again: 'I have done that',
} as const;

/** Renders its content, but on a fresh site without an administrator the way to make one. A failed check changes nothing. */
export function FirstAdministrator({ children }: { children: ReactNode }) {
  const { data: exists, isLoading, isFetching, refetch } = firstAdministratorApi.useHasAdministratorQuery();
  if (isLoading) return <Skeleton shape="article" label="Loading the page" />;
  if (exists !== false) return children;
  return (
    <>
      <header className="page-head">
        <h1>{TEXTS.title}</h1>
      </header>
      <p>{TEXTS.how}</p>
      <pre>
        <code>{TEXTS.command}</code>
      </pre>
      <p>{TEXTS.containers}</p>
      <pre>
        <code>{TEXTS.containerCommand}</code>
      </pre>
      <p>{TEXTS.then}</p>
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={isFetching || undefined}
          onClick={() => void refetch()}
        >
          {TEXTS.again}
        </button>
      </p>
    </>
  );
}
