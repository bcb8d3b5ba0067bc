import { OPTION_FIELDS, optionApi, SETTING_FIELDS, settingApi } from '../site/settings.ts';
import { SingleForm } from '../site/single-form.tsx';

/** `/console/settings`: the settings of the site. */
export const SettingsPage = () => (
  <>
    <header className="page-head">
      <h1>Settings</h1>
    </header>
    <section aria-labelledby="settings-visitors">
      <h2 id="settings-visitors">Visitors and messages</h2>
      <SingleForm api={settingApi} fields={SETTING_FIELDS} />
    </section>
    <section aria-labelledby="settings-site">
      <h2 id="settings-site">The site</h2>
      <SingleForm api={optionApi} fields={OPTION_FIELDS} />
    </section>
  </>
);
