import { CalendarDays } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { addDays, date, today } from '#web/lib/format.ts'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type DateChipsProps = {
  label?: string
  /** Of the day in a form; the choice between days is `<name>-day`. */
  name?: string
  /** `YYYY-MM-DD` in Bogotá; null means today, without saying which day that is. */
  value: string | null
  onChange: (value: string | null) => void
  /** How many days ahead may be chosen. */
  daysAhead?: number
  error?: string | null
  className?: string
}

/** The day of today once we are on screen: it is unknown while the page is made ahead of time. */
function useToday(): string | null {
  const [now, setNow] = useState<string | null>(null)
  useEffect(() => setNow(today()), [])
  return now
}

/** Hoy, Mañana, or a day of the platform's own calendar. */
export function DateChips(props: DateChipsProps) {
  const { label = 'Fecha', value, onChange, daysAhead = 90, error, className } = props
  const own = useId()
  const group = props.name ? `${props.name}-day` : own
  const picker = useRef<HTMLInputElement>(null)
  const now = useToday()
  const tomorrow = now === null ? null : addDays(now, 1)
  const [picking, setPicking] = useState(false)
  const choice =
    value === null || value === now ? 'today' : value === tomorrow ? 'tomorrow' : 'other'
  const pick = (day: string | null) => {
    setPicking(false)
    onChange(day)
  }
  const open = () => {
    setPicking(true)
    requestAnimationFrame(() => showCalendar(picker.current))
  }
  const other = picking || choice === 'other'
  const first = { group, choice: 'today', text: 'Hoy', checked: !other && choice === 'today' }
  const next = {
    group,
    choice: 'tomorrow',
    text: 'Mañana',
    checked: !other && choice === 'tomorrow',
  }
  return (
    <fieldset className={cx('grid gap-1.5', className)}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        <Chip {...first} onPick={() => pick(null)} />
        <Chip {...next} onPick={() => pick(tomorrow)} />
        <Chip
          group={group}
          choice="other"
          icon
          text={choice === 'other' && value ? date(value) : 'Elegir'}
          checked={other}
          onPick={open}
        />
      </div>
      <input
        ref={picker}
        type="date"
        name={props.name}
        hidden={!other}
        disabled={!other}
        aria-label="Elige el día"
        className="control"
        min={now ?? undefined}
        max={now ? addDays(now, daysAhead) : undefined}
        data-days-ahead={daysAhead}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      />
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}

/** Some browsers only open their calendar on a direct press; then the field itself is there. */
function showCalendar(input: HTMLInputElement | null): void {
  input?.focus()
  try {
    input?.showPicker()
  } catch {
    // The focused field is enough.
  }
}

type ChipProps = {
  group: string
  choice: string
  text: string
  checked: boolean
  onPick: () => void
  icon?: boolean
}

function Chip({ group, choice, text, checked, onPick, icon }: ChipProps) {
  return (
    <label className="chip">
      <input
        type="radio"
        name={group}
        value={choice}
        className="over"
        checked={checked}
        onChange={onPick}
      />
      {icon && <CalendarDays aria-hidden="true" className="size-4" />}
      <span>{text}</span>
    </label>
  )
}
