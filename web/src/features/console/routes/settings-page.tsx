import {
  LOOK_PART,
  NAME_PART,
  OPTION_PARTS,
  optionApi,
  SETTING_FIELDS,
  settingApi,
  type SettingsPart,
} from '../site/settings.ts';
import { useSaveOptions } from '../site/save-options.ts';
import { SingleForm } from '../site/single-form.tsx';
import * as styles from '../kit.module.css';

const VISITORS = { id: 'visitors', title: 'Visitors and messages' } as const;
const SECTIONS = [NAME_PART, LOOK_PART, VISITORS, ...OPTION_PARTS];

/** `/console/settings`: the settings of the site, in parts that are saved one by one. */
export const SettingsPage = () => (
  <>
    <header className="page-head">
      <h1>Settings</h1>
      <p className="page-head__about">
        Readers see a change within a second. Menu and footer have a page of their own.
      </p>
    </header>
    <nav aria-label="Parts of the settings">
      <ul className={styles.views}>
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a href={`#settings-${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
    <Part part={NAME_PART} />
    <Part part={LOOK_PART} />
    <section aria-labelledby="settings-visitors" className={styles.part}>
      <h2 id="settings-visitors">{VISITORS.title}</h2>
      <SingleForm api={settingApi} fields={SETTING_FIELDS} />
    </section>
    {OPTION_PARTS.map((part) => (
      <Part key={part.id} part={part} />
    ))}
  </>
);

function Part({ part: { id, title, fields } }: { part: SettingsPart }) {
  const save = useSaveOptions();
  return (
    <section aria-labelledby={`settings-${id}`} className={styles.part}>
      <h2 id={`settings-${id}`}>{title}</h2>
      <SingleForm part={`site-option-${id}`} api={optionApi} fields={fields} save={save} />
    </section>
  );
}
