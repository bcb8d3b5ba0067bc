import type { Digest } from '@vidhi/contracts/newsletter.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { DIGEST_FIELDS, digestApi } from '../newsletter/digest-form.ts';
import { SingleForm } from '../site/single-form.tsx';

/** `/console/newsletters/digest`: the rule by which new articles are mailed to the readers of the newsletter. */
export function NewsletterDigestPage() {
  const { data } = digestApi.useRow('');
  const digest = data as Digest | undefined;
  return (
    <>
      <header className="page-head">
        <h1>Digest</h1>
        <p className="page-head__about">
          The articles that were published since the last digest go to all readers of the newsletter, one mail
          each. When nothing was published, nothing is sent.
        </p>
      </header>
      {digest !== undefined && (
        <p>
          {digest.next_at === null
            ? 'The digest is off. Once you turn it on, it has the articles published from then on.'
            : `The next one is due on ${formatMoment(digest.next_at)}, with what is published after ${formatMoment(digest.since ?? '')}.`}
        </p>
      )}
      <SingleForm api={digestApi} fields={DIGEST_FIELDS} />
    </>
  );
}
