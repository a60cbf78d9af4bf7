import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Roster } from '#contract/duty.ts'
import { EVERYBODY_AFTER_MINUTES } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, phone as phoneText } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** The viewer's next shift, the phone number that is called, and a drill. */
export function MyDuty({ me: { person, onDuty, next } }: { me: Roster['me'] }) {
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
