import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Colleague } from '#contract/second-factor.ts'
import { STAFF_REASON_MAX, STAFF_REASON_MIN } from '#contract/team-limits.ts'
import { ReasonForm } from '#web/domain/back-office/reason-form.tsx'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'

const roleWords: Record<Colleague['roles'][number], string> = {
  verifier: 'Verificación',
  support: 'Soporte',
  finance: 'Finanzas',
  admin: 'Administración',
}

/** Who works for Cupo, and forgetting the second step of somebody who lost it. */
export function Screen() {
  const query = useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => api.secondFactor.team({ signal }),
  })
  const answer = neededAnswer(query)
  return (
    <Page title="El equipo" lead="Quién trabaja en Cupo y cómo confirma su entrada." width="page">
      {!answer && <SkeletonList rows={4} rowClass="h-40" />}
      {answer?.people.map((person) => (
        <ColleagueCard key={person.id} person={person} />
      ))}
    </Page>
  )
}

function ColleagueCard({ person }: { person: Colleague }) {
  const queries = useQueryClient()
  const name = person.name ?? person.email
  const reset = useMutation({
    mutationFn: (reason: string) =>
      api.secondFactor.reset({ params: { userId: person.id }, body: { reason } }),
    onSuccess: () => {
      toastDone(`${name} vuelve a elegir su segundo paso`)
      return queries.invalidateQueries({ queryKey: ['team'] })
    },
  })
  const isProtected = person.totp || person.passkeys > 0
  return (
    <CardSection
      title={<span className="wrap-anywhere">{name}</span>}
      aside={
        <StatusPill tone={isProtected ? 'ok' : 'warn'}>
          {isProtected ? 'Con segundo paso' : 'Sin segundo paso'}
        </StatusPill>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="wrap-anywhere">
          {person.email} · {person.roles.map((role) => roleWords[role]).join(', ')}
        </p>
        {isProtected && (
          <p className="text-muted">
            {[
              person.totp && 'App de códigos',
              person.passkeys > 0 && plural(person.passkeys, 'llave', 'llaves'),
              `${plural(person.recoveryCodesLeft, 'código', 'códigos')} de recuperación sin usar`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {person.canReset && (
          <ReasonForm
            action={`Quitar el segundo paso de ${name}`}
            min={STAFF_REASON_MIN}
            max={STAFF_REASON_MAX}
            hint="Comprueba antes que es la persona. Le avisamos, y queda en el registro."
            mutation={reset}
          />
        )}
      </div>
    </CardSection>
  )
}
