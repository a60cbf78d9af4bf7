import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { addDays, calendarDate, time, today } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ReturnDraft, StepProps } from './publish-draft.ts'

type ReturnFieldsProps = Pick<StepProps, 'draft' | 'change' | 'problems'> & {
  /** Arrival of the trip as epoch milliseconds; null while unknown. */
  arrives: number | null
}

/** Fields of the return trip, which is published together with the trip. */
export function ReturnFields({ draft, change, problems, arrives }: ReturnFieldsProps) {
  const { returning } = draft
  const set = (next: Partial<ReturnDraft>) =>
    change({ returning: { date: '', time: '', price: null, ...returning, ...next } })
  const tooEarly = tooEarlyText(returning, arrives)
  return (
    <Card className="grid gap-4">
      <Switch
        label="Publicar regreso"
        hint="Las mismas paradas al revés, con el mismo carro, cupos y condiciones."
        checked={returning !== null}
        onChange={(event) =>
          event.target.checked
            ? set({ date: draft.date ? addDays(draft.date, 1) : '', time: draft.time })
            : change({ returning: null })
        }
      />
      {returning && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Fecha del regreso"
            type="date"
            min={draft.date || today()}
            max={addDays(today(), TRIP_DAYS_AHEAD_MAX)}
            value={returning.date}
            onChange={(event) => set({ date: event.target.value })}
            error={problems.returnDate}
          />
          <TextField
            label="Hora del regreso"
            type="time"
            value={returning.time}
            onChange={(event) => set({ time: event.target.value })}
            error={problems.returnTime ?? tooEarly}
          />
        </div>
      )}
    </Card>
  )
}

/** The return trip cannot depart before the car has arrived. */
export function tooEarlyText(
  returning: ReturnDraft | null,
  arrives: number | null,
): string | undefined {
  if (!returning?.date || !returning.time || arrives === null) return undefined
  const leaves = Date.parse(`${returning.date}T${returning.time}:00-05:00`)
  if (Number.isNaN(leaves) || leaves >= arrives) return undefined
  const sameDay = calendarDate(arrives) === returning.date
  const when = `${sameDay ? '' : 'al otro día '}a las ${time(arrives)}`
  return `A esa hora todavía vas de camino: llegas ${when}`
}
