import { useState } from 'react'
import type { DutyPerson, Roster } from '#contract/duty.ts'
import {
  EVERYBODY_AFTER_MINUTES,
  ROSTER_DAYS,
  SHIFT_HOURS_MAX,
  SHIFT_TIMES_MAX,
} from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, duration, phone as phoneText, time, today } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { RosterDays } from './roster-days.tsx'

/** Roster of the next days: who answers an emergency at which hour. */
export function Screen() {
  const roster = useNeeded(queryKeys.duty(), (signal) => api.duty.show({ signal }))
  return (
    <Page
      title="Guardia"
      lead={`A quién llamamos por una emergencia, en los próximos ${ROSTER_DAYS} días.`}
      width="page"
    >
      {roster ? <Shown roster={roster} /> : <SkeletonList rows={4} rowClass="h-40" />}
    </Page>
  )
}

function Shown({ roster }: { roster: Roster }) {
  return (
    <>
      <Missing roster={roster} />
      <MyDuty me={roster.me} />
      {roster.can.manage && <AddShift people={roster.people} />}
      <RosterDays roster={roster} />
      <DutyPeople people={roster.people} manages={roster.can.manage} />
    </>
  )
}

/** Lists the gaps because of which an emergency might reach nobody. */
function Missing({ roster: { gaps, texts, companyPhone, people, shifts } }: { roster: Roster }) {
  const [first] = gaps
  const onRoster = new Set(shifts.map(({ person }) => person.id))
  const unproved = people.filter(({ id, phoneProved }) => onRoster.has(id) && !phoneProved)
  const missing = [
    ...(first ? [`Hay horas sin nadie de guardia. Las primeras: ${dateTime(first.from)}`] : []),
    ...unproved.map(({ name }) => `${name} no ha confirmado su celular: no le llegan mensajes.`),
    ...(texts ? [] : ['Este servidor no envía SMS ni WhatsApp.']),
    ...(companyPhone ? [] : ['Falta el teléfono de la empresa, que se configura en el servidor.']),
  ]
  if (missing.length === 0) return null
  return (
    <Banner tone="err" live="off" title="Una emergencia podría no llegarle a nadie">
      <ul className="list-disc pl-5">
        {missing.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Banner>
  )
}

function DutyPeople({ people, manages }: { people: readonly DutyPerson[]; manages: boolean }) {
  return (
    <CardSection title="Quién puede hacer guardia">
      <ul className="grid gap-3">
        {people.map(({ id, name, phone, phoneProved }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              {name}
              {manages && phone && <span className="tnum text-muted"> · {phoneText(phone)}</span>}
            </span>
            <StatusPill tone={phoneProved ? 'ok' : 'err'}>
              {phoneProved ? 'Celular confirmado' : 'Sin celular confirmado'}
            </StatusPill>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function MyDuty({ me: { person, onDuty, next } }: { me: Roster['me'] }) {
  return (
    <CardSection
      title="Mi guardia"
      aside={
        <StatusPill tone={onDuty ? 'ok' : 'neutral'}>
          {onDuty ? 'De guardia ahora' : 'Ahora no'}
        </StatusPill>
      }
      className="grid gap-3"
    >
      <p>{next ? shiftText(next, onDuty) : 'No tienes turnos en estos días.'}</p>
      {person.phone === null ? (
        <p>
          No has confirmado tu celular, así que no te llegan mensajes de texto.{' '}
          <Link to={paths.profile('datos')}>Confirmarlo en mi perfil</Link>
        </p>
      ) : (
        <p className="tnum">
          Te escribimos al {phoneText(person.phone)}.{' '}
          <Link to={paths.profile('datos')}>Cambiarlo</Link>
        </p>
      )}
      <Drill />
    </CardSection>
  )
}

function shiftText(
  { startsAt, endsAt, isBackup }: NonNullable<Roster['me']['next']>,
  onDuty: boolean,
): string {
  const part = isBackup ? ' como respaldo' : ''
  return onDuty
    ? `Estás de guardia${part} hasta ${dayAndTime(endsAt)}`
    : `Tu próximo turno${part} empieza ${dayAndTime(startsAt)}`
}

function Drill() {
  const [asks, setAsks] = useState(false)
  const drill = useAct(() => api.duty.drill({ body: {} }), { shows: queryKeys.dutyAlarms() })
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="text-sm text-muted">
        Un simulacro llama como una emergencia, y cada mensaje dice que no lo es. Si nadie toca «Lo
        tengo» en {EVERYBODY_AFTER_MINUTES} minutos, llega a todo el equipo.
      </p>
      {drill.isSuccess && <p role="status">El simulacro empezó. Mira la barra de arriba.</p>}
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsks(true)}>
        Hacer un simulacro
      </Button>
      <ConfirmDialog
        open={asks}
        title="¿Hacer un simulacro ahora?"
        confirm="Llamar a la guardia"
        keep="Todavía no"
        run={drill}
        onKeep={() => setAsks(false)}
      >
        <p>Llama de una vez a quien está de guardia. No se puede deshacer.</p>
      </ConfirmDialog>
    </div>
  )
}

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
  return useAct(
    ({ userId, day, hour, hours, part, repeat, times }: Draft) =>
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
    {
      shows: queryKeys.duty(),
      done: (_, { times }) => (times === '1' ? 'Turno agregado' : 'Turnos agregados'),
    },
  )
}

function AddShift({ people }: { people: readonly DutyPerson[] }) {
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
      <Form
        onSend={() => {
          if (isCount && draft.day) add.mutate(draft)
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
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
      </Form>
    </CardSection>
  )
}
