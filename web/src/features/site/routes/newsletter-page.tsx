import { paragraphsOf, prosePieces } from '@vidhi/contracts/prose.ts';
import type { IssueSection } from '@vidhi/contracts/newsletter.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { paths } from '#shared/routing/paths.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { useNewsletterQuery } from '../archive-api.ts';
import { isNewsletterId } from '../archive-reads.ts';

/** `/newsletter/:issue`: a newsletter that was sent. */
export function NewsletterPage() {
  const { issue = '' } = useRouteParams();
  const isId = isNewsletterId(issue);
  const { currentData: data, isFetching } = useNewsletterQuery(issue, { skip: !isId });
  if (!isId || data === null) return <NotFound />;
  if (data === undefined)
    return isFetching ? <Skeleton shape="article" label="Loading the newsletter" /> : <Unavailable />;
  return (
    <div>
      <header className="page-head">
        <Breadcrumb
          crumbs={[
            { name: 'Home', path: paths.home() },
            { name: 'Newsletters', path: '/newsletter' },
          ]}
        />
        <h1 {...textLanguageProps(data.subject)}>{data.subject}</h1>
        <p className="page-head__about">
          Sent on <DateText iso={data.sentAt} />
        </p>
      </header>
      <div className="plain__text">
        {data.sections.map((section, index) => (
          <SectionText key={index} section={section} index={index} />
        ))}
        <p>
          <PageLink to="/subscribe">Get our newsletter by email</PageLink>
        </p>
      </div>
    </div>
  );
}

function SectionText({ section, index }: { section: IssueSection; index: number }) {
  const heading = (section.kind === 'article' ? section.title : section.heading).trim();
  if (heading === '') return <Prose text={section.text} />;
  const id = `part-${index + 1}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} {...textLanguageProps(heading)}>
        {section.kind === 'article' ? <PageLink to={section.path}>{heading}</PageLink> : heading}
      </h2>
      <Prose text={section.text} />
    </section>
  );
}

/** A plain text with its paragraphs, and its web addresses as links. */
const Prose = ({ text }: { text: string }) =>
  paragraphsOf(text).map((paragraph, index) => (
    <p key={index} {...textLanguageProps(paragraph)}>
      {prosePieces(paragraph).map((piece, at) =>
        piece.isLink ? (
          <a key={at} href={piece.text} rel="noopener">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  ));
