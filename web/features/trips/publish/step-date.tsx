import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import {
  addDays,
  calendarDate,
  dayAndTime,
  duration,
  km,
  seats as seatsText,
  theTime,
  today,
} from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { weekdayNames } from '../weekdays.ts'
import { papersEndingBefore } from './expiring-papers.tsx'
import { NextBar } from './next-bar.tsx'
import {
  dateProblems,
  departsAt,
  hasProblems,
  type RepeatDraft,
  type ReturnDraft,
  type StepProps,
  weekdayOf,
  weekdaysOf,
} from './publish-draft.ts'
import { carOf, useDriver } from './use-driver.ts'
import { useQuote } from './use-quote.ts'

/** Publishing step for date and time, with the arrival; return trip and weekly repetition. */
export function StepDate({ draft, change, problems, ways, checking, onNext }: StepProps) {
  const quote = useQuote(draft)
  const moment = departsAt(draft)
  const arrives =
    moment && quote.data ? Date.parse(moment) + quote.data.durationMinutes * 60_000 : null
  const tooEarly = tooEarlyText(draft.returning, arrives)
  return (
    <>
      <Card className="grid items-start gap-4 sm:grid-cols-2">
        <Days date={draft.date} onPick={(date) => change({ date })} />
        <TextField
          label="Fecha del viaje"
          type="date"
          min={today()}
          max={addDays(today(), TRIP_DAYS_AHEAD_MAX)}
          value={draft.date}
          onChange={(event) => change({ date: event.target.value })}
          error={problems.date}
        />
        <TextField
          label="Hora de salida"
          type="time"
          value={draft.time}
          onChange={(event) => change({ time: event.target.value })}
          error={problems.time}
        />
        {!problems.returnDate && ways && <div className="sm:col-span-2">{ways}</div>}
      </Card>
      {/* Reserves the height: a late answer would move the button when it is pressed. */}
      <div role="status" className="min-h-18 text-muted sm:min-h-12">
        {arrives !== null && quote.data ? (
          <p>
            Son {km(quote.data.distanceKm)} y {duration(quote.data.durationMinutes)} de camino:
            llegarías a {draft.destination?.label} {dayAndTime(arrives)}
          </p>
        ) : (
          <p>Con la fecha y la hora calculamos cuándo llegarías.</p>
        )}
      </div>
      <ErrorBanner error={quote.error} />
      {!tooEarly && <ReviewNow {...{ draft, checking, onNext }} />}
      <ReturnFields
        {...{ draft, change, problems, arrives }}
        ways={problems.returnDate ? ways : null}
      />
      <RepeatFields {...{ draft, change, problems }} />
      <NextBar
        pending={checking}
        onNext={() => onNext(tooEarly ? { returnEarly: tooEarly } : {})}
      />
    </>
  )
}

function Days({ date, onPick }: { date: string; onPick: (date: string) => void }) {
  const days = ['Hoy', 'Mañana', 'Pasado mañana'].map((text, ahead) => {
    return { text, day: addDays(today(), ahead) }
  })
  return (
    <div className="flex flex-wrap gap-2 sm:col-span-2">
      {days.map(({ text, day }) => (
        <button
          key={day}
          type="button"
          className="chip"
          aria-pressed={date === day}
          onClick={() => onPick(day)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

type ReturnFieldsProps = Pick<StepProps, 'draft' | 'change' | 'problems' | 'ways'> & {
  /** Arrival of the trip as epoch milliseconds; null while unknown. */
  arrives: number | null
}

function ReturnFields({ draft, change, problems, ways, arrives }: ReturnFieldsProps) {
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
          {ways && <div className="sm:col-span-2">{ways}</div>}
        </div>
      )}
    </Card>
  )
}

/** The return trip cannot depart before the car has arrived. */
function tooEarlyText(returning: ReturnDraft | null, arrives: number | null): string | undefined {
  if (!returning?.date || !returning.time || arrives === null) return undefined
  const leaves = Date.parse(`${returning.date}T${returning.time}:00-05:00`)
  if (Number.isNaN(leaves) || leaves >= arrives) return undefined
  const sameDay = calendarDate(arrives) === returning.date
  const when = `${sameDay ? '' : 'al otro día '}a ${theTime(arrives)}`
  return `A esa hora todavía vas de camino: llegas ${when}`
}

type RepeatFieldsProps = Pick<StepProps, 'draft' | 'change' | 'problems'>

function RepeatFields({ draft, change, problems }: RepeatFieldsProps) {
  const { repeat, date } = draft
  const set = (next: Partial<RepeatDraft>) =>
    change({ repeat: { weekdays: [], until: '', ...repeat, ...next } })
  const chosen = weekdaysOf(draft)
  const own = date ? weekdayOf(date) : null
  const toggle = (day: number) =>
    set({
      weekdays: chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day],
    })
  return (
    <Card className="grid gap-4">
      <Switch
        label="Repetir cada semana"
        hint="Publicamos por ti los viajes de los próximos 30 días, y así cada semana."
        checked={repeat !== null}
        onChange={(event) => (event.target.checked ? set({}) : change({ repeat: null }))}
        error={problems.repeat}
      />
      {repeat && (
        <>
          <fieldset>
            <legend className="mb-2 font-semibold">Días en que viajas</legend>
            <div className="flex flex-wrap gap-2">
              {weekdayNames.map((name, row) => (
                <button
                  key={name}
                  type="button"
                  className="chip first-letter:uppercase"
                  aria-pressed={chosen.includes(row + 1)}
                  // The weekday of the trip itself cannot be deselected.
                  disabled={row + 1 === own}
                  onClick={() => toggle(row + 1)}
                >
                  {name}
                </button>
              ))}
            </div>
          </fieldset>
          <TextField
            label="Último día"
            optional
            hint="Sin fecha, se repite hasta que lo detengas en Mis viajes."
            type="date"
            min={date}
            value={repeat.until}
            onChange={(event) => set({ until: event.target.value })}
            error={problems.until}
            className="sm:max-w-72"
          />
        </>
      )}
    </Card>
  )
}

/** Shortcut to the review with the last trip's terms; hidden when something blocks publishing. */
function ReviewNow({ draft, checking, onNext }: Pick<StepProps, 'draft' | 'checking' | 'onNext'>) {
  const { data } = useDriver()
  if (!data?.identityVerified || hasProblems(dateProblems(draft))) return null
  const { car, seats } = carOf(draft, data.vehicles)
  if (!car?.verified) return null
  const lastDay = draft.returning?.date || draft.date
  if (papersEndingBefore(data.papers, car.id, lastDay).length > 0) return null
  const settled = { vehicleId: car.id, seats }
  return (
    <Card className="grid gap-3">
      <p>
        Con tu {car.brand} {car.model}, {seatsText(seats)} y{' '}
        {draft.price === null ? 'el precio recomendado' : 'el precio que pusiste'}. Todo se puede
        cambiar antes de publicar.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={checking}
        onClick={() => onNext({}, settled, 'revisar')}
      >
        Revisar y publicar
      </Button>
    </Card>
  )
}
