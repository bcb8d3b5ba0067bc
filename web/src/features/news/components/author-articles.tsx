import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { articleCount } from '../article-count.ts';
import { useAuthorPostsQuery } from '../news-api.ts';
import type { AboutAuthor } from '../news-reads.ts';
import { CardGrid } from './card-list.tsx';
import { NotFoundOrUnavailable } from './not-found.tsx';
import { Sidebar } from './sidebar.tsx';
import * as styles from '../search.module.css';

/** The articles of one author, newest first. */
export function AuthorArticles({ id, page }: { id: string; page: number }) {
  const { currentData: author, isFetching, error } = useAuthorPostsQuery({ id, page });
  const navigate = useNavigate();
  const slug = author?.about?.slug ?? id;
  useEffect(() => {
    if (slug !== id) void navigate(paths.author(slug, page), { replace: true });
  }, [navigate, slug, id, page]);
  if (author === undefined && isFetching) return <Skeleton shape="list" label="Loading news" />;
  if (!author) return <NotFoundOrUnavailable problem={error} />;
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head">
          <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
          <p className="kicker">Author</p>
          <h1>{author.name}</h1>
          {author.about !== null && <About {...author.about} name={author.name} />}
          <p className="page-head__count">{articleCount(author.total)}</p>
        </header>
        <CardGrid data={author} pathOf={(number) => paths.author(id, number)} />
      </div>
      <Sidebar without={author.cards} />
    </div>
  );
}

function About({ name, line, links, picture }: AboutAuthor & { name: string }) {
  if (line === '' && links.length === 0 && picture === null) return null;
  return (
    <div className={styles.author}>
      {picture !== null && (
        <div className={styles.authorPicture}>
          <PictureFrame picture={picture} sizes="96px" ratio="square" title={name} />
        </div>
      )}
      <div>
        {line !== '' && <p className="page-head__about">{line}</p>}
        {links.length > 0 && (
          <ul className={styles.authorLinks}>
            {links.map((link) => (
              <li key={link}>
                <a href={link} rel="me noopener">
                  {link.replaceAll(/^https?:\/\/(?:www\.)?|\/.*$/gi, '')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
