import { useState, type ReactNode } from 'react';
import { DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { isShownPicture, parseInert, showableContent } from '../rich-text/trusted-html.ts';
import { NAMES, type ArticleValues } from './article-values.ts';
import type { Conflict } from './work-state.ts';
import { textOfParts } from './merge-articles.ts';
import * as prose from '../rich-text/rich-prose.module.css';
import * as styles from './article.module.css';

export interface ConflictDialogProps {
  conflict: Conflict;
  /** Says a value of an attribute in words. */
  describe: (name: keyof ArticleValues, value: unknown) => string;
  onResolve: (values: ArticleValues) => void;
}

type Side = 'mine' | 'theirs';

/** Chooses between two changes of the same attribute, and of the same blocks of the text. The other ones stay in the history. */
export function ConflictDialog({ conflict, describe, onResolve }: ConflictDialogProps) {
  const { conflicts, text, by, theirArticle, values } = conflict;
  const other = by === '' ? 'Theirs' : by;
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const sideOf = (key: string): Side => sides.get(key) ?? 'mine';
  const choose = (key: string, side: Side) => setSides((last) => new Map([...last, [key, side]]));
  const submit = (): void => {
    const theirs = Object.fromEntries(
      conflicts.filter((name) => sideOf(name) === 'theirs').map((name) => [name, theirArticle.values[name]]),
    );
    const content =
      text === null ? values.content : textOfParts(text, (at) => sideOf(`part-${at}`) === 'theirs');
    onResolve({ ...values, ...theirs, content });
  };
  return (
    <NativeDialog title={`${by === '' ? 'Somebody' : by} changed this article, too`} isPersistent>
      <DialogForm submitLabel="Go on with these" onSubmit={submit} onClose={submit} hasCancel={false}>
        <p>Choose which version to go on with. The other one stays in the history.</p>
        {conflicts.map((name) => (
          <fieldset key={name} className={styles.articleVersions}>
            <legend>{NAMES[name]}</legend>
            <Version name={name} side="mine" label="Mine" chosen={sideOf(name)} onChoose={choose}>
              {describe(name, values[name])}
            </Version>
            <Version name={name} side="theirs" label={other} chosen={sideOf(name)} onChoose={choose}>
              {describe(name, theirArticle.values[name])}
            </Version>
          </fieldset>
        ))}
        {text?.map((part, at) =>
          'blocks' in part ? null : (
            <fieldset key={`part-${at}`} className={styles.articleVersions}>
              <legend>Text</legend>
              <Version
                name={`part-${at}`}
                side="mine"
                label="Mine"
                chosen={sideOf(`part-${at}`)}
                onChoose={choose}
              >
                <Html html={part.mine} />
              </Version>
              <Version
                name={`part-${at}`}
                side="theirs"
                label={other}
                chosen={sideOf(`part-${at}`)}
                onChoose={choose}
              >
                <Html html={part.theirs} />
              </Version>
            </fieldset>
          ),
        )}
      </DialogForm>
    </NativeDialog>
  );
}

interface VersionProps {
  name: string;
  side: Side;
  label: string;
  chosen: Side;
  onChoose: (key: string, side: Side) => void;
  children: ReactNode;
}

const Version = ({ name, side, label, chosen, onChoose, children }: VersionProps) => (
  <label className={styles.articleVersion}>
    <span>
      <input type="radio" name={name} checked={chosen === side} onChange={() => onChoose(name, side)} />{' '}
      {label}
    </span>
    <div>{children}</div>
  </label>
);

/** HTML of the text as readers see it. */
const Html = ({ html }: { html: string }) =>
  html.trim() === '' ? (
    <em>Nothing</em>
  ) : (
    <div
      className={prose.richProse}
      ref={(element) => {
        element?.replaceChildren(showableContent(parseInert(html), document, isShownPicture));
      }}
    />
  );
