import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { addDays, dateTime, duration, km, today } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish-draft.ts'
import { departsAt } from './publish-draft.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { ReturnFields, tooEarlyText } from './return-fields.tsx'
import { ReviewNow } from './review-now.tsx'
import { useQuote } from './use-quote.ts'

/** Publishing step for date and time, with the arrival; return trip and weekly repetition. */
export function StepDate({ draft, change, problems, onNext }: StepProps) {
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
      </Card>
      {/* Reserves the height: a late answer would move the button when it is pressed. */}
      <div role="status" className="min-h-18 text-muted sm:min-h-12">
        {arrives !== null && quote.data ? (
          <p>
            Son {km(quote.data.distanceKm)} y {duration(quote.data.durationMinutes)} de camino:
            llegarías a {draft.destination?.label} el {dateTime(arrives)}
          </p>
        ) : (
          <p>Con la fecha y la hora calculamos cuándo llegarías.</p>
        )}
      </div>
      {quote.isError && <Banner tone="err">{messageOf(quote.error)}</Banner>}
      {!tooEarly && <ReviewNow {...{ draft, onNext }} />}
      <ReturnFields {...{ draft, change, problems, arrives }} />
      <RepeatFields {...{ draft, change, problems }} />
      <NextBar onNext={() => onNext(tooEarly ? { returnEarly: tooEarly } : {})} />
    </>
  )
}

/** Shortcuts to the days chosen most often. */
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
