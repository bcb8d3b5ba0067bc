import { useSite } from '#shared/site/site-context.tsx';
import { isShownPicture } from '../rich-text/trusted-html.ts';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { ArticleValues, Picture } from './article-values.ts';
import type { WorkState } from './work-state.ts';
import * as styles from './article.module.css';

interface SearchSectionProps {
  state: WorkState;
  path: string;
  /** The beginning of the text. */
  description: string;
  hero: Picture | null;
  isSlugTaken: boolean;
  onChange: (values: Partial<ArticleValues>) => void;
  onSlug: (slug: string) => void;
}

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 300;
const SHOWN_DESCRIPTION = 160;

const counted = (value: string, about: number): string =>
  value.length > about ? `${value.length} characters: search engines show about ${about}` : '';

/** Address of the article, and how search engines and shared links show it. */
export function SearchSection(props: SearchSectionProps) {
  const { state, path, description, hero, isSlugTaken, onChange, onSlug } = props;
  const { values, stored, fieldErrors } = state;
  const site = useSite();
  const title = values.seo_title.trim() || values.title.trim() || 'No title yet';
  const summary = values.seo_description.trim() || description || 'The beginning of the text';
  const host = new URL(site.publicUrl).host;
  return (
    <section aria-labelledby="panel-search">
      <h2 id="panel-search">Search and sharing</h2>
      <DialogField
        label="Address"
        error={fieldErrors['slug'] ?? (isSlugTaken ? 'Another article has this address' : null)}
        {...(stored === null ? {} : { help: 'Old addresses of the article lead to the new one' })}
      >
        {(ids) => (
          <input
            {...ids}
            data-spot="slug"
            className="field__input"
            value={values.slug}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onSlug(event.target.value)}
          />
        )}
      </DialogField>
      <DialogField
        label="Title for search engines"
        help={counted(values.seo_title, 60) || 'Empty: the title of the article'}
        error={fieldErrors['seo_title'] ?? null}
      >
        {(ids) => (
          <input
            {...ids}
            className="field__input"
            maxLength={MAX_TITLE}
            value={values.seo_title}
            onChange={(event) => onChange({ seo_title: event.target.value })}
          />
        )}
      </DialogField>
      <DialogField
        label="Description for search engines"
        help={counted(values.seo_description, SHOWN_DESCRIPTION) || 'Empty: the beginning of the text'}
        error={fieldErrors['seo_description'] ?? null}
      >
        {(ids) => (
          <textarea
            {...ids}
            className="field__input field__input--lines"
            rows={3}
            maxLength={MAX_DESCRIPTION}
            value={values.seo_description}
            onChange={(event) => onChange({ seo_description: event.target.value.replaceAll('\n', ' ') })}
          />
        )}
      </DialogField>
      <figure className={styles.articleSnippet}>
        <figcaption>How a search engine may show it</figcaption>
        <span>
          {site.name} › {path.slice(1).replaceAll('/', ' › ')}
        </span>
        <strong>{title}</strong>
        <p>{summary}</p>
      </figure>
      <figure className={styles.articleShare}>
        <figcaption>How a shared link may look</figcaption>
        {hero !== null && isShownPicture(hero.url) && <img src={hero.url} alt="" />}
        <span>{host}</span>
        <strong>{title}</strong>
        <p>{summary}</p>
      </figure>
    </section>
  );
}
