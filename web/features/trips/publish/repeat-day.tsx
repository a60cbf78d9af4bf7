import { useState } from 'react'
import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { addDays, today } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type Draft, dateProblems, hasProblems, type StepProps } from './publish-draft.ts'

type RepeatDayProps = Pick<StepProps, 'draft' | 'change'> & {
  /** Called with whether the day in the fields cannot be published. */
  onLack: (lacks: boolean) => void
}

/** Day and hour of a trip that is published again; an unfinished date does not reach the draft. */
export function RepeatDay({ draft, change, onLack }: RepeatDayProps) {
  const [{ date, time }, setFields] = useState<Pick<Draft, 'date' | 'time'>>(draft)
  const problems = dateProblems({ ...draft, date, time })
  const set = (next: Partial<Pick<Draft, 'date' | 'time'>>) => {
    const fields = { date, time, ...next }
    setFields(fields)
    const lacks = hasProblems(dateProblems({ ...draft, ...fields }))
    onLack(lacks)
    if (!lacks) change(fields)
  }
  const as = draft.repeated?.back ? 'Es el regreso: todo va al revés de' : 'Todo va como en'
  return (
    <Card className="grid gap-4">
      <p>
        {draft.repeated?.priceChanged
          ? `${as} ese viaje, menos el precio: ya no se permite y va el recomendado.`
          : `${as} ese viaje. Mira el día y publica.`}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Fecha del viaje"
          type="date"
          min={today()}
          max={addDays(today(), TRIP_DAYS_AHEAD_MAX)}
          value={date}
          error={problems.date}
          onChange={(event) => set({ date: event.target.value })}
        />
        <TextField
          label="Hora de salida"
          type="time"
          value={time}
          error={problems.time}
          onChange={(event) => set({ time: event.target.value })}
        />
      </div>
    </Card>
  )
}
