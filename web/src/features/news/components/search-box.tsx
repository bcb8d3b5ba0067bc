import { useState, type ComponentType, type FocusEvent, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#shared/routing/paths.ts';
import { SearchIcon } from '#shared/ui/icons.tsx';

interface SearchBoxProps {
  /** Id of the input; unique on the page. */
  id: string;
  text?: string;
}

type Suggestions = ComponentType<{ field: HTMLInputElement }>;

/**
 * A form for `/search?q=` that works without scripts; with them it navigates in the client and loads suggestions on
 * focus.
 */
export function SearchBox({ id, text = '' }: SearchBoxProps) {
  const navigate = useNavigate();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [Loaded, setLoaded] = useState<Suggestions | null>(null);
  const handleFocus = (event: FocusEvent<HTMLInputElement>) => {
    setField(event.currentTarget);
    import('./search-suggestions.tsx').then(
      ({ SearchSuggestions }) => setLoaded(() => SearchSuggestions),
      // Searching works without suggestions.
      () => undefined,
    );
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('q');
    const search = typeof value === 'string' ? value.trim() : '';
    import('../recent-searches.ts').then(
      ({ saveSearch }) => saveSearch(search),
      // The search runs even when it cannot be saved.
      () => undefined,
    );
    void navigate(paths.search(search));
  };
  return (
    <search>
      <form className="search" action="/search" method="get" onSubmit={handleSubmit}>
        <label className="visually-hidden" htmlFor={id}>
          Search News
        </label>
        <input
          id={id}
          className="search__field"
          type="search"
          name="q"
          defaultValue={text}
          key={text}
          placeholder="Search News"
          maxLength={200}
          autoComplete="off"
          onFocus={handleFocus}
          onBlur={() => setField(null)}
        />
        <button className="search__button" type="submit">
          <SearchIcon />
          <span className="visually-hidden">Search</span>
        </button>
        {field !== null && Loaded !== null && <Loaded field={field} />}
      </form>
    </search>
  );
}
