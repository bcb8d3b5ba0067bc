import type { ParamsFormProps } from '../kit/jobs.ts';
import { MergeForm } from '../kit/merge-form.tsx';
import { mergedArticlesText } from './merge-texts.ts';
import { tagChoices } from './tag-choices.ts';

const textOf = mergedArticlesText('tags');

/** Merges the selected tags. */
export const MergeTags = (props: ParamsFormProps) => (
  <MergeForm {...props} one="tag" textOf={textOf} of={tagChoices} />
);
