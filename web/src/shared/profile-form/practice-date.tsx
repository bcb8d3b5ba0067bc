import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import './profile-fields.css';

interface PracticeDateProps {
  /** Set by the field of the form. */
  id?: string;
  value?: Dayjs | null;
  onChange?: (date: Dayjs | null) => void;
}

/** Maximum age of a practice in the specification. */
const MAX_YEARS = 150;
/** The first format is displayed; the others are accepted as input. */
const FORMATS = ['DD/MM/YYYY', 'D/M/YYYY', 'DD-MM-YYYY', 'YYYY-MM-DD'];

/** Height in px of the calendar and of the masthead, which covers the upper edge of the screen. */
const HEIGHT_ABOVE = 520;

/** A day from 150 years ago until today, with the years in a list. */
export function PracticeDate({ id, value = null, onChange, ...rest }: PracticeDateProps) {
  const today = dayjs().startOf('day');
  const [shown, setShown] = useState<Dayjs>(value ?? today);
  const [fitsAbove, setFitsAbove] = useState(true);
  const first = today.subtract(MAX_YEARS, 'year');
  const years = Array.from({ length: MAX_YEARS + 1 }, (_, ago) => today.year() - ago);
  return (
    <DatePicker
      {...rest}
      {...(id === undefined ? {} : { id })}
      className="practice-date"
      format={FORMATS}
      placeholder="dd/mm/yyyy"
      value={value}
      onChange={(date: Dayjs | null) => onChange?.(date)}
      minDate={first}
      maxDate={today}
      showNow={false}
      pickerValue={shown}
      onPickerValueChange={(date: Dayjs) => setShown(date)}
      // Where it fits neither above nor below, as on phones, its head with the years must be on the screen.
      popupAlign={{ overflow: { adjustX: true, adjustY: fitsAbove } }}
      onOpenChange={(isOpen) => {
        if (!isOpen) return;
        setShown(value ?? today);
        const field = document.getElementById(id ?? '');
        setFitsAbove((field?.getBoundingClientRect().top ?? 0) > HEIGHT_ABOVE);
      }}
      panelRender={(panel) => (
        <div>
          <div className="practice-date__year">
            <select
              aria-label="Year"
              value={shown.year()}
              // The picker keeps the focus in its input by preventing the default.
              onMouseDown={(event) => event.stopPropagation()}
              onChange={({ target }) => setShown(shown.year(Number(target.value)))}
            >
              {years.map((year) => (
                <option key={year} value={year}>
                  {year}
                </option>
              ))}
            </select>
          </div>
          {panel}
        </div>
      )}
    />
  );
}
