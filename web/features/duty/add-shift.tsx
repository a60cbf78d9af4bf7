import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DutyPerson } from '#contract/duty.ts'
import { SHIFT_HOURS_MAX, SHIFT_TIMES_MAX } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { duration, time, today } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'

const two = (value: number) => String(value).padStart(2, '0')
const startsAt = (day: string, hour: string) => `${day}T${hour}:00:00-05:00`

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: two(hour),
  label: time(startsAt('2026-01-01', two(hour))),
}))
const lengths = Array.from({ length: SHIFT_HOURS_MAX }, (_, index) => ({
  value: String(index + 1),
  label: duration((index + 1) * 60),
}))
const parts = [
  { value: 'first', label: 'Principal: se le llama de una vez' },
  { value: 'backup', label: 'Respaldo: a los 2 minutos, si nadie responde' },
]
const repeats = [
  { value: 'daily', label: 'Cada día' },
  { value: 'weekly', label: 'Cada semana' },
]

type Draft = {
  userId: string
  day: string
  hour: string
  hours: string
  part: string
  repeat: string
  times: string
}

const HALF_DAYS = { hour: '08', hours: '12', part: 'first', repeat: 'daily', times: '14' }

function useAdd() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, day, hour, hours, part, repeat, times }: Draft) =>
      api.duty.add({
        body: {
          userId,
          startsAt: startsAt(day, hour),
          hours: Number(hours),
          isBackup: part === 'backup',
          repeat: repeat === 'weekly' ? 'weekly' : 'daily',
          times: Number(times),
        },
      }),
    onSuccess: (answer, { times }) => {
      queries.setQueryData(queryKeys.duty(), answer)
      toastDone(times === '1' ? 'Turno agregado' : 'Turnos agregados')
    },
  })
}

/** Form that puts a person on duty, once or repeatedly. */
export function AddShift({ people }: { people: readonly DutyPerson[] }) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...HALF_DAYS,
    userId: people[0]?.id ?? '',
    day: today(),
  }))
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  })
  const times = Number(draft.times)
  const isCount = Number.isInteger(times) && times >= 1 && times <= SHIFT_TIMES_MAX
  const add = useAdd()
  return (
    <CardSection title="Agregar turnos">
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isCount && draft.day) add.mutate(draft)
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          <Select
            label="Persona"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            {...field('userId')}
          />
          <Select label="Papel" options={parts} {...field('part')} />
          <TextField label="Desde el día" type="date" min={today()} {...field('day')} />
          <Select label="A las" options={hours} {...field('hour')} />
          <Select label="Dura" options={lengths} {...field('hours')} />
          <Select label="Se repite" options={repeats} {...field('repeat')} />
          <TextField
            label="Cuántas veces"
            hint="1 si es un solo turno."
            inputMode="numeric"
            error={isCount ? null : `Un número de 1 a ${SHIFT_TIMES_MAX}.`}
            {...field('times')}
          />
        </div>
        <ErrorBanner error={add.error} />
        <Button type="submit" className="justify-self-start" pending={add.isPending}>
          Agregar
        </Button>
      </form>
    </CardSection>
  )
}
