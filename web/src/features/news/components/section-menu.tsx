import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../shared/language.ts';
import { paths } from '../../../shared/paths.ts';
import { useMenuQuery } from '../news-api.ts';

/** The category menu: one line that scrolls sideways where it does not fit. */
export function SectionMenu() {
  const { data: menu = [] } = useMenuQuery();
  return (
    <ul className="sections__list">
      <li>
        <NavLink to={paths.home()} end>
          Home
        </NavLink>
      </li>
      {menu.map(({ slug, name }) => (
        <li key={slug}>
          <NavLink to={paths.category(slug)} lang={languageOf(name) ?? undefined}>
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
