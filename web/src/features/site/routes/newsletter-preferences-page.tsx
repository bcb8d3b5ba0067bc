import { useSearchParams } from 'react-router-dom';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PreferencesForm } from '../components/preferences-form.tsx';
import * as styles from '../subscription.module.css';

/** `/newsletter/preferences`: where a link of every newsletter leads (`?subscriber=&key=`). */
export function NewsletterPreferencesPage() {
  const [query] = useSearchParams();
  const link = { subscriber: query.get('subscriber') ?? '', key: query.get('key') ?? '' };
  return (
    <div className={styles.subscription}>
      <header className="page-head">
        <h1>Choose your newsletters</h1>
      </header>
      <PreferencesForm link={link} />
      <p>
        <PageLink to="/newsletter">Past newsletters</PageLink>
      </p>
    </div>
  );
}
