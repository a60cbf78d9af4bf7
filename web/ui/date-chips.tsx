import { CalendarDays } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { addDays, date, today } from '#web/lib/format.ts'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type DateChipsProps = {
  label?: string
  /** `YYYY-MM-DD` in Bogotá; null means today, without saying which day that is. */
  value: string | null
  onChange: (value: string | null) => void
  /** How many days ahead may be chosen. */
  daysAhead?: number
  error?: string | null
  className?: string
}

/** Hoy, Mañana, or a day of the platform's own calendar. */
export function DateChips(props: DateChipsProps) {
  const { label = 'Fecha', value, onChange, daysAhead = 90, error, className } = props
  const name = useId()
  const picker = useRef<HTMLInputElement>(null)
  // The day is unknown while the page is made ahead of time, so it is read once we are on screen.
  const [now, setNow] = useState<string | null>(null)
  useEffect(() => setNow(today()), [])
  const tomorrow = now === null ? null : addDays(now, 1)
  const choice =
    value === null || value === now ? 'today' : value === tomorrow ? 'tomorrow' : 'other'
  const [picking, setPicking] = useState(false)
  const open = () => {
    setPicking(true)
    requestAnimationFrame(() => {
      picker.current?.focus()
      // Some browsers only open their calendar on a direct press; then the field itself is there.
      try {
        picker.current?.showPicker()
      } catch {}
    })
  }
  const chips = [
    { key: 'today', text: 'Hoy', on: () => onChange(null) },
    { key: 'tomorrow', text: 'Mañana', on: () => onChange(tomorrow) },
  ]
  return (
    <fieldset className={cx('grid gap-1.5', className)}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <label key={chip.key} className="chip">
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={!picking && choice === chip.key}
              onChange={() => {
                setPicking(false)
                chip.on()
              }}
            />
            {chip.text}
          </label>
        ))}
        <label className="chip">
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={picking || choice === 'other'}
            onChange={open}
          />
          <CalendarDays aria-hidden="true" className="size-4" />
          {choice === 'other' && value ? date(value) : 'Elegir'}
        </label>
      </div>
      {(picking || choice === 'other') && (
        <input
          ref={picker}
          type="date"
          aria-label="Elige el día"
          className="control"
          min={now ?? undefined}
          max={now ? addDays(now, daysAhead) : undefined}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
