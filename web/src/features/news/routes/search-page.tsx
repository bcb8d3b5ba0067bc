import { useSearchParams } from 'react-router-dom';
import { authorFrom, pageFrom, paths, searchFrom } from '#shared/routing/paths.ts';
import { SearchTabs } from '#shared/ui/search-tabs.tsx';
import { AuthorArticles } from '../components/author-articles.tsx';
import { CardList } from '../components/card-list.tsx';
import { articleCount } from '../article-count.ts';
import { SearchBox } from '../components/search-box.tsx';
import { SearchResults } from '../components/search-results.tsx';
import { ListSidebar, Sidebar } from '../components/sidebar.tsx';
import { useSearchQuery } from '../search-read.ts';
import type { ListArg, SearchArg } from '../post-query.ts';

/** `/search?q=`: search results, or all news without a text. `/search?author=`: the articles of one author. */
export function SearchPage() {
  const [query] = useSearchParams();
  const author = authorFrom(query);
  const page = pageFrom(query);
  return author === null ? (
    <News text={searchFrom(query)} page={page} />
  ) : (
    <AuthorArticles id={author} page={page} />
  );
}

const News = ({ text, page }: SearchArg) =>
  text === '' ? <AllNews page={page} /> : <FoundNews search={{ text, page }} />;

function AllNews({ page }: { page: number }) {
  const list: ListArg = { page };
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head">
          <h1>Search News</h1>
          <SearchBox id="search-page" />
          <output className="page-head__count" />
        </header>
        <CardList list={list} pathOf={(number) => paths.search('', number)} />
      </div>
      <ListSidebar list={list} />
    </div>
  );
}

function FoundNews({ search }: { search: SearchArg }) {
  const { text } = search;
  const { currentData: data } = useSearchQuery(search);
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head page-head--tabs">
          <h1>{`News about “${text}”`}</h1>
          <SearchBox id="search-page" text={text} />
          <output className="page-head__count">{data !== undefined && articleCount(data.total)}</output>
          <SearchTabs current="news" search={text} total={data?.total} />
        </header>
        <SearchResults search={search} />
      </div>
      <Sidebar without={data?.cards ?? []} />
    </div>
  );
}
