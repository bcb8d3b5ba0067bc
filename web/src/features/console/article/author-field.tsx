import { useEffect, useState } from 'react';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { ArticleClient, Colleague } from './article-client.ts';
import type { StoredArticle } from './article-values.ts';

interface AuthorFieldProps {
  client: ArticleClient;
  /** The account of this person. */
  user: number;
  /** Whether this person may name anybody of the newsroom; others name only themselves. */
  mayChoose: boolean;
  chosen: number | null;
  stored: StoredArticle | null;
  error: string | null;
  onChange: (author: number | null) => void;
}

/** Name that readers see above the text: anybody of the newsroom, or the site itself. */
export function AuthorField(props: AuthorFieldProps) {
  const { client, user, mayChoose, chosen, stored, error, onChange } = props;
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void client.colleagues().then((found) => {
      if (isCurrent) setColleagues(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [client]);
  const named = colleagues.filter(({ id }) => mayChoose || id === user || id === chosen);
  const isKnown = chosen === null || named.some(({ id }) => id === chosen);
  const present = stored?.values.user === chosen ? stored?.authorName : null;
  return (
    <DialogField label="Author" error={error}>
      {(ids) => (
        <select
          {...ids}
          className="field__input"
          value={chosen ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">No name</option>
          {!isKnown && <option value={chosen}>{present ?? `Account ${chosen}`}</option>}
          {named.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </DialogField>
  );
}
