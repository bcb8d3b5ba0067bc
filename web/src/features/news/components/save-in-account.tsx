import { useSavedArticlesQuery, useSetSavedMutation } from '../saved-api.ts';
import { syncCopiesLater } from '../offline-copies.ts';
import { SaveButton, type SaveToolProps } from './save-button.tsx';

/** Saves an article in the account that is logged in. */
export function SaveInAccount({ article, texts, onSaid }: SaveToolProps) {
  const { currentData: saved, isLoading: isReading } = useSavedArticlesQuery();
  const [setSaved, { isLoading: isWriting }] = useSetSavedMutation();
  const isSaved = saved?.some(({ path }) => path === article.path) ?? false;
  const handlePress = async () => {
    const { data, error } = await setSaved({ article, isSaved: !isSaved });
    if (data !== undefined) syncCopiesLater(data);
    if (error !== undefined) onSaid(texts.saveFailed);
    else onSaid(isSaved ? texts.notSaved : texts.savedInAccount);
  };
  return (
    <SaveButton
      label={texts.save}
      isSaved={isSaved}
      isDisabled={isReading || isWriting}
      onPress={() => void handlePress()}
    />
  );
}
