import { useEffect, useState } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { PageClient, PageValues } from './page-client.ts';
import { PAGE_TEMPLATES } from './page-templates.ts';
import { PAGE } from './page-texts.ts';
import * as styles from './pages.module.css';

const BLANK: PageValues = {
  name: '',
  title: '',
  content: '',
  description: '',
  targetUrl: '',
  in_foot: false,
  is_draft: true,
};

interface TemplateChoiceProps {
  client: PageClient;
  onChoose: (values: PageValues) => void;
}

/** The pages that a site needs, each from a template, and an empty one. Those that exist lead to their page. */
export function TemplateChoice({ client, onChoose }: TemplateChoiceProps) {
  const [existing, setExisting] = useState<ReadonlyMap<string, number> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void client.names().then((names) => {
      if (isCurrent) setExisting(names);
    });
    return () => void (isCurrent = false);
  }, [client]);
  if (existing === null) return <Skeleton shape="form" label={PAGE.loading} />;
  return (
    <>
      <header className="page-head">
        <h1>{PAGE.choose}</h1>
        <p className="page-head__about">{PAGE.chooseHint}</p>
      </header>
      <ul className={styles.templates}>
        {PAGE_TEMPLATES.map(({ name, title, purpose, html }) => {
          const id = existing.get(name);
          return (
            <li key={name}>
              {id === undefined ? (
                <button type="button" onClick={() => onChoose({ ...BLANK, name, title, content: html })}>
                  <strong>{title}</strong>
                  <span>{purpose}</span>
                </button>
              ) : (
                <PageLink to={`/console/pages/${id}`}>
                  <strong>{title}</strong>
                  <span>{PAGE.exists}</span>
                </PageLink>
              )}
            </li>
          );
        })}
        <li>
          <button type="button" onClick={() => onChoose(BLANK)}>
            <strong>{PAGE.blank}</strong>
            <span>{PAGE.blankHint}</span>
          </button>
        </li>
      </ul>
    </>
  );
}
