import type { Question } from '../kit/confirm.tsx';
import type { AtAddress } from './page-client.ts';
import { PAGE } from './page-texts.ts';

/**
 * Returns what to ask before a page is published: when readers will not see it, or when it replaces a page that they see. Null
 * otherwise, and for a change of the page that readers see already.
 */
export function addressQuestion({ hasArticle, page }: AtAddress, isShown: boolean): Question | null {
  if (hasArticle)
    return { title: PAGE.obstacleTitle, text: PAGE.articleObstacle, confirmLabel: PAGE.publishAnyway };
  if (page === null || (isShown && !page.isNewer)) return null;
  const text = (
    <>
      {page.isNewer ? PAGE.newerObstacle : PAGE.replaceText}{' '}
      <a href={`/console/pages/${page.id}`} target="_blank" rel="noreferrer">
        {PAGE.openOther}
      </a>
    </>
  );
  return page.isNewer
    ? { title: PAGE.obstacleTitle, text, confirmLabel: PAGE.publishAnyway }
    : { title: PAGE.replaceTitle, text, confirmLabel: PAGE.replace };
}
