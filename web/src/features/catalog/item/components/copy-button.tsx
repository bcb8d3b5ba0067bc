import { useState } from 'react';
import * as styles from '../item.module.css';

type State = 'ready' | 'copied' | 'failed';

const WORDS: Readonly<Record<State, string>> = {
  ready: 'Copy',
  copied: 'Copied',
  failed: 'Please select and copy it',
};

/** Copies a text to the clipboard and announces the result. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const [state, setState] = useState<State>('ready');
  const handleClick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button className={`${styles.copy} needs-script`} type="button" onClick={() => void handleClick()}>
        {WORDS[state]}
        <span className="visually-hidden"> {name}</span>
      </button>
      <output className="visually-hidden">{state === 'copied' ? `${name} copied` : ''}</output>
    </>
  );
}
