import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { useSession } from '#shared/session/session.ts';
import { readSaved, subscribeSaved, toggleSaved } from '../saved-articles.ts';
import { syncCopiesLater } from '../offline-copies.ts';
import { SaveButton, type SaveToolProps } from './save-button.tsx';

/** Saves an article: in the account of members, whose module is loaded for them alone, and on the device of others. */
export function SaveTool(props: SaveToolProps) {
  const isMember = useSession() !== null;
  const [InAccount, setInAccount] = useState<ComponentType<SaveToolProps> | null>(null);
  useEffect(() => {
    if (!isMember) return undefined;
    let isCurrent = true;
    import('./save-in-account.tsx').then(
      ({ SaveInAccount }) => {
        if (isCurrent) setInAccount(() => SaveInAccount);
      },
      // Saved on the device until the module can be loaded, which then saves it in the account.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isMember]);
  return isMember && InAccount !== null ? <InAccount {...props} /> : <SaveOnDevice {...props} />;
}

function SaveOnDevice({ article, texts, onSaid }: SaveToolProps) {
  const saved = useSyncExternalStore(subscribeSaved, readSaved);
  const handlePress = () => {
    onSaid(toggleSaved(article) ? texts.savedHere : texts.notSaved);
    syncCopiesLater(readSaved());
  };
  return (
    <SaveButton
      label={texts.save}
      isSaved={saved.some(({ path }) => path === article.path)}
      onPress={handlePress}
    />
  );
}
