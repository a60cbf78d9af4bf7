import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DutyPerson, Roster } from '#contract/duty.ts'
import { EVERYBODY_AFTER_MINUTES, ROSTER_DAYS } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, phone as phoneText } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { AddShift } from './add-shift.tsx'
import { RosterDays } from './roster-days.tsx'

/** Roster of the next days: who answers an emergency at which hour. */
export function Screen() {
  const query = useQuery({
    queryKey: queryKeys.duty(),
    queryFn: ({ signal }) => api.duty.show({ signal }),
  })
  const roster = neededAnswer(query)
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
    ...(companyPhone ? [] : ['Falta el teléfono de la empresa: EMERGENCY_PHONE del servidor.']),
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

type DutyPeopleProps = { people: readonly DutyPerson[]; manages: boolean }

/** People who can be on duty, and whether a text message reaches each. */
function DutyPeople({ people, manages }: DutyPeopleProps) {
  return (
    <CardSection title="Quién puede hacer guardia">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
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

/** The viewer's next shift, the phone number that is called, and a drill. */
function MyDuty({ me: { person, onDuty, next } }: { me: Roster['me'] }) {
  return (
    <CardSection
      title="Mi guardia"
      aside={
        <StatusPill tone={onDuty ? 'ok' : 'neutral'}>
          {onDuty ? 'De guardia ahora' : 'Ahora no'}
        </StatusPill>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p>{next ? shiftText(next, onDuty) : 'No tienes turnos en estos días.'}</p>
        {person.phone === null ? (
          <p>
            No has confirmado tu celular, así que no te llegan mensajes de texto.{' '}
            <Link to="/profile">Confirmarlo en mi perfil</Link>
          </p>
        ) : (
          <p className="tnum">
            Te escribimos al {phoneText(person.phone)}. <Link to="/profile">Cambiarlo</Link>
          </p>
        )}
        <Drill />
      </div>
    </CardSection>
  )
}

function shiftText(
  { startsAt, endsAt, isBackup }: NonNullable<Roster['me']['next']>,
  onDuty: boolean,
): string {
  const part = isBackup ? ' como respaldo' : ''
  return onDuty
    ? `Estás de guardia${part} hasta: ${dateTime(endsAt)}`
    : `Tu próximo turno${part}: ${dateTime(startsAt)}`
}

function Drill() {
  const queries = useQueryClient()
  const drill = useMutation({
    mutationFn: () => api.duty.drill({ body: {} }),
    onSuccess: (answer) => queries.setQueryData(queryKeys.dutyAlarms(), answer),
  })
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="text-sm text-muted">
        Un simulacro llama como una emergencia, y cada mensaje dice que no lo es. Si nadie toca «Lo
        tengo» en {EVERYBODY_AFTER_MINUTES} minutos, llega a todo el equipo.
      </p>
      <ErrorBanner error={drill.error} />
      {drill.isSuccess && <p role="status">El simulacro empezó. Mira la barra de arriba.</p>}
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={drill.isPending}
        onClick={() => drill.mutate()}
      >
        Hacer un simulacro
      </Button>
    </div>
  )
}
