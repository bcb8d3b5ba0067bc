import { useSearchParams } from 'react-router-dom';
import { authorFrom, pageFrom, paths, searchFrom } from '#shared/routing/paths.ts';
import { SearchTabs } from '#shared/ui/search-tabs.tsx';
import { AuthorArticles } from '../components/author-articles.tsx';
import { CardList } from '../components/card-list.tsx';
import { articleCount } from '../article-count.ts';
import { SearchBox } from '../components/search-box.tsx';
import { ListSidebar } from '../components/sidebar.tsx';
import { useListQuery } from '../news-api.ts';
import type { ListArg } from '../post-query.ts';

/** `/search?q=`: search results, or all news without a text. `/search?author=`: the articles of one author. */
export function SearchPage() {
  const [query] = useSearchParams();
  const author = authorFrom(query);
  const page = pageFrom(query);
  return author === null ? (
    <FoundNews text={searchFrom(query)} page={page} />
  ) : (
    <AuthorArticles id={author} page={page} />
  );
}

function FoundNews({ text, page }: { text: string; page: number }) {
  const list: ListArg = text === '' ? { page } : { search: text, page };
  const { currentData: data } = useListQuery(list);
  return (
    <div className="with-sidebar">
      <div>
        <header className={text === '' ? 'page-head' : 'page-head page-head--tabs'}>
          <h1>{text === '' ? 'Search News' : `News about “${text}”`}</h1>
          <SearchBox id="search-page" text={text} />
          <output className="page-head__count">
            {data !== undefined && text !== '' && articleCount(data.total)}
          </output>
          {text !== '' && <SearchTabs current="news" search={text} total={data?.total} />}
        </header>
        <CardList list={list} pathOf={(number) => paths.search(text, number)} />
      </div>
      <ListSidebar list={list} />
    </div>
  );
}
