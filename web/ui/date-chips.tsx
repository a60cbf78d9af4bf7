import { CalendarDays } from 'lucide-react'
import { useId } from 'react'

const DAYS_AHEAD = 90

type DateChipsProps = {
  /** Form name of the date; the radio buttons are `<name>-day`. */
  name?: string
  /** `YYYY-MM-DD` in Bogotá; null means today, on whichever day the page is opened. */
  initial: string | null
}

/** Choice of a date: Hoy, Mañana, or a native date picker. `controlDate` attaches the behaviour. */
export function DateChips({ name, initial }: DateChipsProps) {
  const own = useId()
  const group = name ? `${name}-day` : own
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">Fecha</legend>
      <div className="flex flex-wrap gap-2">
        <Chip group={group} choice="today" text="Hoy" checked={initial === null} />
        <Chip group={group} choice="tomorrow" text="Mañana" checked={false} />
        <Chip group={group} choice="other" text="Elegir" checked={initial !== null} icon />
      </div>
      <input
        type="date"
        name={name}
        hidden={initial === null}
        disabled={initial === null}
        aria-label="Elige el día"
        className="control"
        data-days-ahead={DAYS_AHEAD}
        defaultValue={initial ?? undefined}
      />
    </fieldset>
  )
}

type ChipProps = { group: string; choice: string; text: string; checked: boolean; icon?: boolean }

function Chip({ group, choice, text, checked, icon }: ChipProps) {
  return (
    <label className="chip">
      <input type="radio" name={group} value={choice} className="over" defaultChecked={checked} />
      {icon && <CalendarDays className="size-4" />}
      <span>{text}</span>
    </label>
  )
}
