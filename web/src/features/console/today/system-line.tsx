import { RecordLink } from '../kit/record-link.tsx';
import { systemApi } from '../system/system-api.ts';

/** A line for administrators while something is wrong with the site; nothing else. */
export function SystemLine() {
  const { currentData: health } = systemApi.useRow('');
  const [first, ...others] = health?.problems ?? [];
  if (first === undefined) return null;
  return (
    <p>
      {first.title}{' '}
      <RecordLink to="/console/system">
        {others.length === 0 ? 'What to do' : `What to do, and ${others.length} more`}
      </RecordLink>
    </p>
  );
}
