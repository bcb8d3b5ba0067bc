import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNotices } from '#shared/app-page/notices.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useConfirm } from '../kit/confirm.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { RecordSelect } from '../kit/record-select.tsx';
import * as kit from '../kit.module.css';
import { authorApi, authorChoices } from './author-resource.ts';

/** Merges the author of this page into another one; nothing for a new author and for one with an account. */
export function MergeAuthor() {
  const { id = 'new' } = useRouteParams();
  return id === 'new' ? null : <MergeForm id={id} />;
}

/** Returns what is missing until the author can be merged; null for nothing. */
function missingOf(into: number | null, id: string): string | null {
  if (into === null) return 'Choose the author that remains.';
  return String(into) === id ? 'Choose another author than this one.' : null;
}

function MergeForm({ id }: { id: string }) {
  const { currentData: author } = authorApi.useRow(id);
  const { send } = authorApi.useWrites();
  const [into, setInto] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = useConfirm();
  const notices = useNotices();
  const navigate = useNavigate();
  const target = authorChoices.useLabel(String(into ?? id));
  if (author === undefined || author.user) return null;

  const missing = missingOf(into, id);
  const merge = async (): Promise<void> => {
    if (into === null) return;
    const isConfirmed = await confirm({
      title: `Merge ${author.name ?? 'this author'} into ${target ?? 'the other author'}?`,
      text: 'All articles get the other name, and the address leads on to the other page. This author goes to the trash.',
      confirmLabel: 'Merge',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    const result = await send({ url: `/news-authors/${id}/merge`, method: 'POST', body: { data: { into } } });
    setBusy(false);
    if (result.error === undefined) {
      notices.success('Authors merged');
      void navigate('/console/authors');
    } else
      notices.error(
        isProblem(result.error) && result.error.status !== 0
          ? result.error.message
          : 'That did not work. Please try again.',
      );
  };
  return (
    <section aria-labelledby="merge-author">
      <h2 id="merge-author">Merge into another author</h2>
      <p className={kit.hint}>
        For one person who is listed twice. An author with articles cannot be deleted.
      </p>
      <div className={kit.barRow}>
        <RecordSelect
          of={authorChoices}
          value={into}
          onChange={setInto}
          placeholder={KIT.choose}
          aria-label="Other author"
        />
        <button
          type="button"
          className={kit.tool}
          disabled={missing !== null || isBusy}
          aria-describedby="merge-missing"
          onClick={() => void merge()}
        >
          Merge
        </button>
        <MissingText id="merge-missing" text={missing} />
      </div>
    </section>
  );
}
