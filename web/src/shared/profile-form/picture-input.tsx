import { useEffect, useState, type ChangeEvent } from 'react';
import { ACCEPTED_PICTURES, pictureProblem } from './picture.ts';
import './profile-fields.css';

interface PictureInputProps {
  /** Set by the form's field. */
  id?: string;
  value?: File;
  onChange?: (picture: File) => void;
}

/** A picture to choose, shown before it is uploaded. */
export function PictureInput({ value, onChange, ...field }: PictureInputProps) {
  const [preview, setPreview] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (preview !== null) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file === undefined) return;
    const found = pictureProblem(file);
    setProblem(found);
    if (found !== null) {
      // The browser would show its name as that of the chosen picture.
      target.value = '';
      return;
    }
    setPreview(URL.createObjectURL(file));
    onChange?.(file);
  };
  return (
    <div className="picture-input">
      {preview === null || value === undefined ? (
        <span className="picture-input__preview" />
      ) : (
        <img className="picture-input__preview" src={preview} alt="Preview" width={112} height={112} />
      )}
      <input
        {...field}
        className="picture-input__file"
        type="file"
        accept={ACCEPTED_PICTURES}
        onChange={handleChange}
      />
      <p className="field__error" role="alert">
        {problem}
      </p>
    </div>
  );
}
