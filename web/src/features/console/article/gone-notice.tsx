import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNotices } from '#shared/app-page/notices.tsx';
import type { ArticleClient } from './article-client.ts';
import { changedAttributes, EMPTY_ARTICLE, toWire } from './article-values.ts';
import type { ArticleWork } from './article-work.ts';
import { messageOf } from './work-state.ts';
import * as styles from './article.module.css';

interface GoneNoticeProps {
  client: ArticleClient;
  work: ArticleWork;
}

/** Says that somebody has deleted the article, and offers two ways to keep what is typed. */
export function GoneNotice({ client, work }: GoneNoticeProps) {
  const navigate = useNavigate();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(task: () => Promise<string | null>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(await task());
    setBusy(false);
  }
  const restore = async (): Promise<string | null> => {
    const failed = await work.restoreDeleted();
    if (failed === null) notices.success('The article is restored, as a draft');
    return failed;
  };
  const saveAsNew = async (): Promise<string | null> => {
    const values = work.readValues();
    const data = { ...toWire(values, changedAttributes(values, EMPTY_ARTICLE)), publishedAt: null };
    const { value, failure } = await client.create(data);
    if (failure !== undefined) return messageOf(failure);
    notices.success('Your text is a new article, as a draft');
    void navigate(`/console/posts/${value.id}`);
    return null;
  };
  return (
    <div className={styles.articleNotice} data-kind="problem" role="alert">
      Somebody has deleted this article. What you typed is here, and stays on this computer.{' '}
      <button
        type="button"
        className="button button--plain"
        aria-disabled={isBusy || undefined}
        onClick={() => void run(restore)}
      >
        Restore the article
      </button>{' '}
      <button
        type="button"
        className="button button--plain"
        aria-disabled={isBusy || undefined}
        onClick={() => void run(saveAsNew)}
      >
        Save as a new article
      </button>
      {problem !== null && <p className={styles.articleProblem}>{problem}</p>}
    </div>
  );
}
