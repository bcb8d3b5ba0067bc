import { useRef, type ChangeEvent } from 'react';
import { PlainButton } from '#shared/app-page/plain-button.tsx';

interface UploadButtonProps {
  label: string;
  /** Types of files that the browser offers. */
  accept: string;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A button that lets somebody choose a file. */
export function UploadButton({ label, accept, isBusy, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file may be chosen again after a failure.
    target.value = '';
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      <input ref={input} type="file" accept={accept} aria-label={label} hidden onChange={handleChange} />
      <PlainButton isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </PlainButton>
    </>
  );
}
