import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { Counted } from '../directory.ts';
import * as styles from '../directory.module.css';

interface OptionListProps<Option extends Counted> {
  options: readonly Option[];
  pathOf: (option: Option) => string;
}

/** A link with the number of lawyers. */
export const OptionLink = ({ option: { name, count }, path }: { option: Counted; path: string }) => (
  <PageLink to={path} className={styles.option}>
    <span {...textLanguageProps(name)}>{name}</span>{' '}
    <span className={styles.optionCount}>
      {count}
      <span className="visually-hidden">{count === 1 ? ' lawyer' : ' lawyers'}</span>
    </span>
  </PageLink>
);

/** Links with the number of lawyers of each. */
export function OptionList<Option extends Counted>({ options, pathOf }: OptionListProps<Option>) {
  if (options.length === 0) return <p className="empty">No result found</p>;
  return (
    <ul className={styles.options}>
      {options.map((option) => (
        <li key={option.id}>
          <OptionLink option={option} path={pathOf(option)} />
        </li>
      ))}
    </ul>
  );
}
