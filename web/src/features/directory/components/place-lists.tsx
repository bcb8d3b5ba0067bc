import { lawyersPath } from '../directory-paths.ts';
import { citiesByState, type Places } from '../directory.ts';
import { OptionLink, OptionList } from './option-list.tsx';
import * as styles from '../directory.module.css';

const letterOf = (name: string | null | undefined): string => name?.trim().charAt(0).toUpperCase() ?? '';

/** Links to the lawyers of each state and, below it, of its cities, optionally of one practice area. */
export function PlaceLists({ places, practice }: { places: Places; practice?: number }) {
  const groups = citiesByState(places);
  const chosen = practice === undefined ? {} : { practice };
  return (
    <section aria-labelledby="directory-places">
      <h2 className="rubric" id="directory-places">
        States and cities
      </h2>
      {groups.length === 0 && <p className="empty">No result found</p>}
      <div className={styles.cityGroups}>
        {groups.map(({ state, cities }, index) => (
          <div key={state?.id ?? 'rest'} className={styles.cityGroup}>
            {letterOf(state?.name) !== letterOf(groups[index - 1]?.state?.name) && (
              <span className={styles.cityGroupLetter} aria-hidden="true">
                {letterOf(state?.name)}
              </span>
            )}
            <h3 className={styles.cityGroupState}>
              {state === null ? (
                'Other cities'
              ) : (
                <OptionLink option={state} path={lawyersPath({ ...chosen, state: state.id })} />
              )}
            </h3>
            {cities.length > 0 && (
              <OptionList options={cities} pathOf={(city) => lawyersPath({ ...chosen, city: city.id })} />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
