import { Input } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import {
  HARDEST_PAPER,
  colourProblem,
  coloursOf,
  isColour,
  linkContrast,
  type Scheme,
} from '@vidhi/contracts/site-colours.ts';
import * as styles from '../kit.module.css';

export interface ColourFieldProps {
  id?: string;
  label: string;
  /** The colour scheme of the pages that have it. */
  scheme: Scheme;
  /** The colour of the light pages, from which that of the dark ones follows while none is set. */
  light?: string;
  value?: string;
  onChange?: (value: string) => void;
}

const DEFAULTS: Readonly<Record<Scheme, string>> = { light: '#7a1f1f', dark: '#e9a595' };

/** A colour of links and buttons: chosen or typed, with its contrast, and shown as it will be in the pages. */
export function ColourField({ id, label, scheme, light = '', value = '', onChange }: ColourFieldProps) {
  const colour = value.trim().toLowerCase();
  const problem = colour === '' ? null : colourProblem(colour, scheme);
  const [, following] = coloursOf(light.trim().toLowerCase(), null)['accent'] ?? [];
  const unset = (scheme === 'dark' ? following : undefined) ?? DEFAULTS[scheme];
  const shown = isColour(colour) ? colour : unset;
  const sample = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The policy of the pages allows no style attributes in markup.
    const { style } = sample.current ?? {};
    style?.setProperty('--sample', shown);
    style?.setProperty('--sample-paper', HARDEST_PAPER[scheme]);
    const [button] = coloursOf(shown, null)['button'] ?? [];
    style?.setProperty('--sample-button', scheme === 'light' ? shown : (button ?? shown));
  }, [shown, scheme]);
  return (
    <div className={styles.colour}>
      <span className={styles.colourInputs}>
        <input
          type="color"
          aria-label={`${label}: choose`}
          value={shown}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <Input
          {...(id === undefined ? {} : { id })}
          value={value}
          placeholder={`${unset} (default)`}
          maxLength={7}
          spellCheck={false}
          onChange={({ target }) => onChange?.(target.value)}
        />
      </span>
      <p className={styles.colourSample} data-scheme={scheme} ref={sample}>
        A text with <span className={styles.colourLink}>a link</span>
        {scheme === 'light' && <span className={styles.colourButton}>Button</span>}
      </p>
      <output>
        {problem ?? `Contrast ${linkContrast(shown, scheme).toFixed(1)}: readable, 4.5 is needed`}
      </output>
    </div>
  );
}
