import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { formatLongDay } from '#shared/text/dates.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { clockText } from '../article/india-time.ts';
import { RecordLink } from '../kit/record-link.tsx';
import type { PostRow } from '../posts/post-api.ts';
import { STATE_NAMES } from '../posts/post-state.ts';
import { addDays, daysOf, monthOf, weekdayOf, type CalendarEntry } from './month.ts';
import * as styles from '../calendar.module.css';
import * as kit from '../kit.module.css';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const nameOfDay = (day: string): string => formatLongDay(new Date(`${day}T12:00:00.000+05:30`));
export const kindName = (kind: CalendarEntry['kind']): string =>
  kind === 'embargo' ? 'Embargo ends' : STATE_NAMES[kind];

interface CalendarViewProps {
  month: string;
  today: string;
  entries: ReadonlyMap<string, readonly CalendarEntry[]>;
  /** Called with a day of another month to which somebody has moved by a key. */
  onLeave: (day: string) => void;
  /** Chooses a scheduled article to give it another time; absent for somebody who may not. */
  onMove?: (post: PostRow) => void;
}

/** Days that the arrow keys move to, by rows of a week. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

const weeksOf = (month: string): string[][] => {
  const weeks: string[][] = [];
  for (const day of daysOf(month)) {
    if (weeks.length === 0 || weekdayOf(day) === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
};

/**
 * The days of a month with their articles; on a narrow screen a list of the days that have any. Arrow keys move between days, Enter
 * and Tab to the articles of one.
 */
export function CalendarView({ month, today, entries, onLeave, onMove }: CalendarViewProps) {
  const grid = useRef<HTMLTableElement>(null);
  const start = monthOf(today) === month ? today : `${month}-01`;
  const moveFrom = (day: string) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = addDays(day, step);
    if (monthOf(next) !== month) onLeave(next);
    else focusDay(grid.current, next);
  };
  return (
    <table className={styles.calendarMonth} aria-label="Articles by day" ref={grid}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            <Gap count={weekdayOf(week[0] ?? '')} />
            {week.map((day) => {
              const own = entries.get(day) ?? [];
              return (
                <td
                  key={day}
                  className={styles.calendarDay}
                  data-empty={own.length === 0 || undefined}
                  data-today={day === today || undefined}
                >
                  <button
                    type="button"
                    className={styles.calendarNumber}
                    data-day={day}
                    tabIndex={day === start ? 0 : -1}
                    aria-label={`${nameOfDay(day)}${day === today ? ', today' : ''}: ${countText(own.length)}`}
                    onKeyDown={moveFrom(day)}
                    onClick={focusFirst}
                  >
                    <span>{Number(day.slice(-2))}</span> <span>{nameOfDay(day)}</span>
                  </button>
                  {own.length > 0 && (
                    <ul>
                      {own.map((entry) => (
                        <li key={`${entry.kind}-${entry.post.id}`} data-kind={entry.kind}>
                          <EntryLink entry={entry} />
                          {entry.kind === 'scheduled' && onMove !== undefined && (
                            <button
                              type="button"
                              className={kit.textButton}
                              aria-label={`Move ${titleOf(entry.post)}`}
                              onClick={() => onMove(entry.post)}
                            >
                              Move
                            </button>
                          )}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
              );
            })}
            <Gap count={WEEKDAYS.length - 1 - weekdayOf(week.at(-1) ?? '')} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Days of a week that are those of another month. */
const Gap = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <td className={styles.calendarGap} colSpan={count}>
      {'\u00a0'}
    </td>
  );

/** Moves the focus from a day to its first article. */
const focusFirst = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void =>
  currentTarget.closest('td')?.querySelector('a')?.focus();

/** Moves the focus to a day that is shown. */
export const focusDay = (within: ParentNode | null, day: string): void =>
  within?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();

const countText = (count: number): string =>
  count === 0 ? 'no articles' : count === 1 ? 'one article' : `${count} articles`;

export const titleOf = ({ title }: PostRow): string => title?.trim() || 'Untitled';

const EntryLink = ({ entry: { post, kind, at } }: { entry: CalendarEntry }) => (
  <RecordLink to={`/console/posts/${post.id}`}>
    <time dateTime={at}>{clockText(Date.parse(at))}</time>{' '}
    <span className={styles.calendarKind}>{kindName(kind)}</span>{' '}
    <span {...textLanguageProps(titleOf(post))}>{titleOf(post)}</span>
  </RecordLink>
);
