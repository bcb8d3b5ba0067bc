import { lawyersPath } from '../directory-paths.ts';
import { citiesByState, type Places } from '../directory.ts';
import { OptionList } from './option-list.tsx';
import * as styles from '../directory.module.css';

const letterOf = (name: string | null | undefined): string => name?.trim().charAt(0).toUpperCase() ?? '';

/** Links to the lawyers of each state and city, optionally of one practice area. */
export function PlaceLists({ places, practice }: { places: Places; practice?: number }) {
  const groups = citiesByState(places);
  const chosen = practice === undefined ? {} : { practice };
  return (
    <>
      <section aria-labelledby="directory-states">
        <h2 className="rubric" id="directory-states">
          States
        </h2>
        <OptionList options={places.states} pathOf={({ id }) => lawyersPath({ ...chosen, state: id })} />
      </section>
      <section aria-labelledby="directory-cities">
        <h2 className="rubric" id="directory-cities">
          Cities
        </h2>
        {groups.length === 0 && <p className="empty">No result found</p>}
        <div className={styles.cityGroups}>
          {groups.map(({ id, name, cities }, index) => (
            <div key={id} className={styles.cityGroup}>
              {letterOf(name) !== letterOf(groups[index - 1]?.name) && (
                <span className={styles.cityGroupLetter} aria-hidden="true">
                  {letterOf(name)}
                </span>
              )}
              <h3 className={styles.cityGroupState}>{name ?? 'Elsewhere'}</h3>
              <OptionList options={cities} pathOf={(city) => lawyersPath({ ...chosen, city: city.id })} />
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
