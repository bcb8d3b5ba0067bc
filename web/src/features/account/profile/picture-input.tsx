import { useEffect, useState, type ChangeEvent } from 'react';
import { ACCEPTED_PICTURES, pictureProblem } from './picture.ts';

interface PictureInputProps {
  /** Given by the form's field. */
  id?: string;
  value?: File;
  onChange?: (picture: File) => void;
}

/** A picture to choose, shown before it is uploaded. */
export function PictureInput({ value, onChange, ...field }: PictureInputProps) {
  const preview = usePreview(value);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file !== undefined) onChange?.(file);
  };
  return (
    <div className="picture-input">
      {preview === null ? (
        <span className="picture-input__preview" />
      ) : (
        <img
          className="picture-input__preview"
          src={preview}
          alt="Preview of the picture"
          width={112}
          height={112}
        />
      )}
      <input
        {...field}
        className="picture-input__file"
        type="file"
        accept={ACCEPTED_PICTURES}
        onChange={handleChange}
      />
    </div>
  );
}

/** The address of a chosen picture in this document; null where there is nothing to show. */
function usePreview(file: File | undefined): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (file === undefined || pictureProblem(file) !== null) {
      setPreview(null);
      return undefined;
    }
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return preview;
}
