import { Button, Input } from 'antd';
import { useId, useRef, useState } from 'react';
import type { FileRow } from '#shared/picture/picture.ts';
import { isAlternativeText } from '../dialog/alternative-text.ts';
import * as styles from '../kit.module.css';
import { KIT } from './kit-texts.ts';
import { LibraryDialog } from './library-dialog.tsx';
import { messageOf } from './message-of.ts';
import { resourceApi } from './resource-api.ts';

type Picture = Pick<FileRow, 'id' | 'url' | 'alternativeText'>;

const pictureApi = resourceApi<Picture>('pictures', {
  list: () => '/upload/files',
  toPage: (body) => ({ rows: body as Picture[], total: (body as Picture[]).length }),
  one: (id) => `/upload/files/${id}`,
  toRow: (body) => body as Picture,
});

const TEXTS = {
  choose: 'Choose a picture',
  replace: 'Choose another picture',
  remove: 'Remove the picture',
  alternative: 'What the picture shows, for people who cannot see it',
  missing: 'Please say what the picture shows, in three letters or more',
  sending: 'Uploading',
} as const;

interface PictureFieldProps {
  id?: string;
  /** Name of the field, by which its buttons differ from those of others. */
  label?: string;
  /** Id of the picture; null for none. */
  value?: number | null;
  onChange?: (value: number | null) => void;
}

/** A picture: uploaded with its alternative text or chosen from the library, shown, and removed. */
export function PictureField({ id, label, value = null, onChange }: PictureFieldProps) {
  const { send } = pictureApi.useWrites();
  const input = useRef<HTMLInputElement>(null);
  const help = useId();
  const [alternative, setAlternative] = useState('');
  const [message, setMessage] = useState('');
  const [isSending, setSending] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  // The label of the form would hide the text of the button, by which people name it.
  const named = (text: string) => (label === undefined ? {} : { 'aria-label': `${text}: ${label}` });
  const action = value === null ? TEXTS.choose : TEXTS.replace;
  const handleFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const body = new FormData();
    body.append('files', file);
    body.append('fileInfo', JSON.stringify({ alternativeText: alternative.trim() }));
    setSending(true);
    setMessage(TEXTS.sending);
    const { data, error } = await send({ url: '/upload', method: 'POST', body });
    setSending(false);
    setMessage(error === undefined ? '' : messageOf(error));
    const stored = (data as readonly Picture[] | undefined)?.[0];
    if (stored === undefined) return;
    // It says what this picture shows, and not what the next one does.
    setAlternative('');
    onChange?.(stored.id);
  };
  return (
    <div className={styles.picture}>
      {value !== null && <Preview id={value} />}
      <Input
        aria-label={TEXTS.alternative}
        {...named(TEXTS.alternative)}
        placeholder={TEXTS.alternative}
        value={alternative}
        maxLength={300}
        onChange={({ target }) => setAlternative(target.value)}
      />
      <span className={styles.pictureButtons}>
        <Button
          {...(id === undefined ? {} : { id })}
          {...named(action)}
          aria-describedby={help}
          disabled={isSending}
          onClick={() => {
            if (!isAlternativeText(alternative)) setMessage(TEXTS.missing);
            else input.current?.click();
          }}
        >
          {action}
        </Button>
        <Button {...named(KIT.library)} disabled={isSending} onClick={() => setChoosing(true)}>
          {KIT.library}
        </Button>
        {value !== null && (
          <Button {...named(TEXTS.remove)} onClick={() => onChange?.(null)}>
            {TEXTS.remove}
          </Button>
        )}
      </span>
      {isChoosing && (
        <LibraryDialog
          onChoose={(chosen) => {
            setChoosing(false);
            onChange?.(chosen);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      <output id={help}>{message}</output>
      <input
        ref={input}
        type="file"
        hidden
        accept=".png,.jpeg,.jpg,.gif"
        onChange={({ target }) => {
          void handleFile(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}

/** A picture of the library, by its id. */
export function Preview({ id }: { id: number }) {
  const { currentData } = pictureApi.useRow(id);
  return currentData === undefined ? null : (
    <img src={currentData.url} alt={currentData.alternativeText ?? ''} />
  );
}
