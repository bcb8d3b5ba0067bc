import { languageOf } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { Counted } from '../directory.ts';
import * as styles from '../directory.module.css';

interface OptionListProps<Option extends Counted> {
  options: readonly Option[];
  pathOf: (option: Option) => string;
}

/** Links with the number of lawyers of each. */
export function OptionList<Option extends Counted>({ options, pathOf }: OptionListProps<Option>) {
  if (options.length === 0) return <p className="empty">No result found</p>;
  return (
    <ul className={styles.options}>
      {options.map((option) => (
        <li key={option.id}>
          <PageLink to={pathOf(option)} className={styles.option}>
            <span lang={languageOf(option.name) ?? undefined}>{option.name}</span>{' '}
            <span className={styles.optionCount}>
              {option.count}
              <span className="visually-hidden">{option.count === 1 ? ' lawyer' : ' lawyers'}</span>
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
