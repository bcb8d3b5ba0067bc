import { useState } from 'react';
import { diffTexts, withoutUnchanged, type BlockKind, type DiffBlock, type DiffPart } from './reader-diff.ts';
import * as styles from './history.module.css';

const Parts = ({ parts }: { parts: readonly DiffPart[] }) =>
  parts.map(({ text, change }, at) => {
    // The parts of a text have no other identity than their place.
    const key = `${at}-${change}`;
    if (change === 'same') return <span key={key}>{text}</span>;
    return change === 'added' ? <ins key={key}>{text}</ins> : <del key={key}>{text}</del>;
  });

const NAMES: Partial<Record<BlockKind, string>> = {
  picture: 'Picture: ',
  video: 'Video: ',
  caption: 'Caption: ',
  row: 'Row: ',
};

function Block({ block }: { block: DiffBlock }) {
  const { kind, change, parts } = block;
  return (
    <p className={styles.historyBlock} data-kind={kind} data-change={change}>
      {change === 'format' && <span className={styles.historyMark}>Links or emphasis changed</span>}
      {NAMES[kind]}
      <Parts parts={parts} />
      {(kind === 'picture' || kind === 'video') && change === 'changed' && ' (another file)'}
    </p>
  );
}

interface DiffViewProps {
  before: string;
  after: string;
}

/** Two texts as one, as a reader sees it: inserted words underlined, removed words struck out. */
export function DiffView({ before, after }: DiffViewProps) {
  const [isWhole, setWhole] = useState(false);
  const blocks = diffTexts(before, after);
  if (blocks.every(({ change }) => change === 'same')) return <p>The text is the same.</p>;
  const shown = isWhole ? blocks : withoutUnchanged(blocks);
  return (
    <div className={styles.historyText}>
      {shown.map((one, at) => {
        const key = `block-${at}`;
        return 'gap' in one ? (
          <button key={key} type="button" className={styles.historyGap} onClick={() => setWhole(true)}>
            {one.gap === 1 ? '1 paragraph is the same' : `${one.gap} paragraphs are the same`}
          </button>
        ) : (
          <Block key={key} block={one} />
        );
      })}
    </div>
  );
}

/** A short text with the words that were removed and inserted. */
export const WordsView = ({ parts }: { parts: readonly DiffPart[] }) => (
  <span className={styles.historyText}>
    <Parts parts={parts} />
  </span>
);
