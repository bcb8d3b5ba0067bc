import { useState } from 'react';
import { SectionMenu } from '../../src/features/news/components/section-menu.tsx';
import { SearchBox } from '../../src/features/news/components/search-box.tsx';
import { SearchSuggestions } from '../../src/features/news/components/search-suggestions.tsx';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { Tabs } from '#shared/app-page/tabs.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { ArrowIcon, HalfIcon, MoonIcon, PlayIcon, SearchIcon, SunIcon } from '#shared/ui/icons.tsx';
import { PageLinks } from '#shared/ui/page-links.tsx';
import { MarkedText } from '#shared/ui/marked-text.tsx';
import { ThemeChoice } from '#shared/ui/theme-choice.tsx';
import { ThemeSwitch } from '#shared/ui/theme-switch.tsx';
import { SUGGESTED } from '../kit-data.ts';
import { Part, Sample } from '../sample.tsx';
import * as styles from '../../src/features/news/saved.module.css';
import * as mastheadStyles from '../../src/app/layouts/masthead.module.css';

export function ControlsPart() {
  return (
    <Part title="Controls">
      <Sample name="Buttons: usual, disabled, text">
        <button className="button" type="button">
          Try again
        </button>{' '}
        <button className="button" type="button" disabled>
          Try again
        </button>{' '}
        <button className={styles.textButton} type="button">
          Remove
        </button>
      </Sample>
      <Sample name="App pages: tabs, secondary buttons, notices">
        <AppPage>
          <AppControls />
        </AppPage>
      </Sample>
      <Sample name="Icons">
        <ArrowIcon direction="left" /> <ArrowIcon direction="right" /> <SearchIcon /> <PlayIcon /> <SunIcon />{' '}
        <MoonIcon /> <HalfIcon />
      </Sample>
      <Sample name="Theme switch">
        <ThemeSwitch />
      </Sample>
      <Sample name="Theme choice">
        <ThemeChoice />
      </Sample>
      <Sample name="Headline with marks">
        <MarkedText text="Bail: what the bail court asks" search="bail" />
      </Sample>
      <Sample name="Category menu">
        <nav className={mastheadStyles.sections} aria-label="Categories">
          <div className={mastheadStyles.sectionsInner}>
            <SectionMenu />
          </div>
        </nav>
      </Sample>
      <Sample name="Breadcrumb">
        <Breadcrumb
          crumbs={[
            { name: 'Home', path: '/' },
            { name: 'GST', path: '/news/gst' },
          ]}
        />
      </Sample>
      {[1, 5, 9].map((page) => (
        <Sample key={page} name={`Pagination: page ${page} of 9`}>
          <PageLinks page={page} pageCount={9} pathOf={(number) => `/news/gst?page=${number}`} />
        </Sample>
      ))}
      <Sample name="Search: empty">
        <SearchBox id="kit-search" />
      </Sample>
      <Sample name="Search: with a text">
        <SearchBox id="kit-search-text" text="bail" />
      </Sample>
      <Sample name="Search: suggestions open">
        <OpenSearch />
      </Sample>
      <Sample name="Form: usual and with an error">
        <form>
          <Field id="kit-name" label="Name" />
          <Field id="kit-email" label="Email" error="Please enter your email" />
        </form>
      </Sample>
    </Part>
  );
}

const TABS = [
  { key: 'profile', label: 'Profile Details' },
  { key: 'orders', label: 'My Order' },
] as const;

function AppControls() {
  const [active, setActive] = useState<(typeof TABS)[number]['key']>('profile');
  const notices = useNotices();
  return (
    <Tabs label="Tabs" tabs={TABS} active={active} onChoose={setActive}>
      <PlainButton onClick={() => notices.success('Saved')}>Show a success</PlainButton>{' '}
      <PlainButton onClick={() => notices.error('Not saved')}>Show an error</PlainButton>{' '}
      <PlainButton onClick={() => undefined} isBusy>
        Busy
      </PlainButton>
    </Tabs>
  );
}

/** Suggestions for a field that always has the focus. */
function OpenSearch() {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  return (
    <div className="search kit-search-open">
      <label className="visually-hidden" htmlFor="kit-search-open">
        Search News
      </label>
      <input
        id="kit-search-open"
        className="search__field"
        type="search"
        defaultValue={SUGGESTED}
        autoComplete="off"
        ref={setField}
      />
      {field !== null && <SearchSuggestions field={field} />}
    </div>
  );
}

function Field({ id, label, error }: { id: string; label: string; error?: string }) {
  const isInvalid = error !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field__input"
        type="text"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
      />
      {isInvalid && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
