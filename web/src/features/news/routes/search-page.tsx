import { useSearchParams } from 'react-router-dom';
import { groupDigits } from '../../../shared/digits.ts';
import { pageFrom, paths, searchFrom } from '../../../shared/paths.ts';
import { CardList } from '../components/card-list.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { Sidebar } from '../components/sidebar.tsx';
import { useListQuery } from '../news-api.ts';
import type { ListArg } from '../post-query.ts';

/** What `/search?q=` finds; without a word, the newest. */
export function SearchPage() {
  const [query] = useSearchParams();
  const text = searchFrom(query);
  const list: ListArg = text === '' ? { page: pageFrom(query) } : { search: text, page: pageFrom(query) };
  const { currentData: data } = useListQuery(list);
  return (
    <div className="with-sidebar">
      <div>
        <header className="page-head">
          <h1>{text === '' ? 'Search News' : `News about “${text}”`}</h1>
          <SearchBox id="search-page" text={text} />
          <output className="page-head__count">
            {data !== undefined && text !== '' && countText(data.total)}
          </output>
        </header>
        <CardList list={list} pathOf={(page) => paths.search(text, page)} />
      </div>
      <Sidebar />
    </div>
  );
}

const countText = (total: number): string => (total === 1 ? '1 article' : `${groupDigits(total)} articles`);
