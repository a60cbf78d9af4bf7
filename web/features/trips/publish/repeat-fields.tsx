import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { weekdayNames } from '../weekdays.ts'
import type { StepProps } from './publish-draft.ts'
import { type RepeatDraft, weekdayOf, weekdaysOf } from './publish-draft.ts'

type RepeatFieldsProps = Pick<StepProps, 'draft' | 'change' | 'problems'>

/** Fields to repeat the trip every week on chosen days. */
export function RepeatFields({ draft, change, problems }: RepeatFieldsProps) {
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
