import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { citiesByState, type Directory } from '../directory.ts';
import * as styles from '../directory.module.css';

/** A GET form for practice and place that opens the filtered list of lawyers. */
export function LawyerForm({ directory }: { directory: Directory }) {
  const { practices } = directory;
  const groups = citiesByState(directory);
  if (practices.length === 0 || groups.length === 0) return null;
  return (
    <form
      className={styles.lawyerForm}
      action={cataloguePath('lawyers')}
      method="get"
      aria-label="Find a lawyer"
    >
      <label className={styles.lawyerFormField}>
        Practice area
        <select name="practice">
          <option value="">Any</option>
          {practices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.lawyerFormField}>
        State or city
        <select name="place">
          <option value="">All of India</option>
          {groups.map(({ state, cities }) => (
            <optgroup key={state?.id ?? 'rest'} label={state?.name ?? 'Other cities'}>
              {state !== null && <option value={`state-${state.id}`}>{`All of ${state.name}`}</option>}
              {cities.map(({ id, name }) => (
                <option key={id} value={`city-${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <button className="button" type="submit">
        Show lawyers
      </button>
    </form>
  );
}
