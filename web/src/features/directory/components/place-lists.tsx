import { lawyersPath } from '../directory-paths.ts';
import { citiesByState, type Places } from '../directory.ts';
import { OptionList } from './option-list.tsx';

/** States and cities that have lawyers, of one practice where it is given; each opens the list of them. */
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
        <div className="city-groups">
          {groups.map(({ id, name, cities }) => (
            <div key={id} className="city-group">
              <h3 className="city-group__state">{name ?? 'Elsewhere'}</h3>
              <OptionList options={cities} pathOf={(city) => lawyersPath({ ...chosen, city: city.id })} />
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
