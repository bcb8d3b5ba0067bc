import type { ToolTexts } from '../tool-texts.ts';
import type { SavedArticle } from '../saved-articles.ts';
import { BookmarkIcon } from './tool-icons.tsx';

export interface SaveToolProps {
  article: SavedArticle;
  texts: ToolTexts;
  /** Announces the outcome. */
  onSaid: (message: string) => void;
}

interface SaveButtonProps {
  label: string;
  isSaved: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

export const SaveButton = ({ label, isSaved, isDisabled = false, onPress }: SaveButtonProps) => (
  <button
    className="icon-button"
    type="button"
    aria-pressed={isSaved}
    disabled={isDisabled}
    onClick={onPress}
  >
    <BookmarkIcon isFilled={isSaved} />
    <span className="visually-hidden">{label}</span>
  </button>
);
