import { useEffect, useState } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { NamedPagesResult, PageClient, PageValues } from './page-client.ts';
import { filledTemplate, NO_FACTS } from './filled-template.ts';
import { PAGE_TEMPLATES, pageOf, TEMPLATE_NAMES } from './page-templates.ts';
import { PAGE } from './page-texts.ts';
import * as article from '../article/article.module.css';
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
  const [existing, setExisting] = useState<NamedPagesResult | null>(null);
  const [facts, setFacts] = useState(NO_FACTS);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([client.findNamed(TEMPLATE_NAMES), client.readFacts()]).then(([result, known]) => {
      if (!isCurrent) return;
      setFacts(known);
      setExisting(result);
    });
    return () => void (isCurrent = false);
  }, [client, attempt]);
  if (existing === null) return <Skeleton shape="form" label={PAGE.loading} />;
  if (existing.failure !== undefined)
    return (
      <div className={article.articleFailed} role="alert">
        <h1>{PAGE.choose}</h1>
        <p>{PAGE.notRead}</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            setExisting(null);
            setAttempt((last) => last + 1);
          }}
        >
          {PAGE.tryAgain}
        </button>
      </div>
    );
  return (
    <>
      <header className="page-head">
        <h1>{PAGE.choose}</h1>
        <p className="page-head__about">{PAGE.chooseHint}</p>
      </header>
      <ul className={styles.templates}>
        {PAGE_TEMPLATES.map(({ name, title, purpose, html }) => {
          const id = pageOf(name, existing.pages)?.id;
          return (
            <li key={name}>
              {id === undefined ? (
                <button
                  type="button"
                  onClick={() => onChoose({ ...BLANK, name, title, content: filledTemplate(html, facts) })}
                >
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
