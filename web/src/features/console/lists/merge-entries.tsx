import type { JobPreview } from '@vidhi/contracts/jobs.ts';
import type { RecordChoices } from '../kit/define-resource.ts';
import type { ParamsFormProps } from '../kit/jobs.ts';
import { MergeForm } from '../kit/merge-form.tsx';
import { LISTS, type ListName } from './lists.ts';
import { usesText } from './uses-text.ts';

interface MergeEntriesProps extends ParamsFormProps {
  list: ListName;
  of: RecordChoices;
}

/** Merges the selected entries of a list. */
export function MergeEntries({ list, of, ...props }: MergeEntriesProps) {
  const textOf = ({ rows: { [list]: _entries, ...users } }: JobPreview): string => {
    const uses = usesText(users);
    return uses === ''
      ? 'Nothing names them. What was merged goes to the trash.'
      : `These follow: ${uses}. What was merged goes to the trash.`;
  };
  return <MergeForm {...props} one={LISTS[list].one.toLowerCase()} textOf={textOf} of={of} />;
}
