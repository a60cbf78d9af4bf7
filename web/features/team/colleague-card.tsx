import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Colleague, TeamRole } from '#contract/team.ts'
import { STAFF_REASON_MAX, STAFF_REASON_MIN } from '#contract/team-limits.ts'
import { ReasonForm } from '#web/domain/back-office/reason-form.tsx'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { rolesText, roleWords } from './role-words.ts'

/** A member of the team, with the roles and second factors that an admin can remove. */
export function ColleagueCard({ person }: { person: Colleague }) {
  const name = person.name ?? person.email
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
          {person.email} · {rolesText(person.roles)}
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
        {person.canReset && <Reset id={person.id} name={name} />}
        {person.canTake && <Takes person={person} name={name} />}
      </div>
    </CardSection>
  )
}

function Reset({ id, name }: { id: string; name: string }) {
  const queries = useQueryClient()
  const reset = useMutation({
    mutationFn: (reason: string) =>
      api.secondFactor.reset({ params: { userId: id }, body: { reason } }),
    onSuccess: () => {
      toastDone(`${name} vuelve a elegir su segundo paso`)
      return queries.invalidateQueries({ queryKey: ['team'] })
    },
  })
  return (
    <ReasonForm
      action={`Quitar el segundo paso de ${name}`}
      min={STAFF_REASON_MIN}
      max={STAFF_REASON_MAX}
      hint="Comprueba antes que es la persona. Le avisamos, y queda en el registro."
      mutation={reset}
    />
  )
}

/** Buttons to remove one of several roles, and to remove all roles. */
function Takes({ person, name }: { person: Colleague; name: string }) {
  const { id, roles } = person
  return (
    <>
      {roles.length > 1 &&
        roles.map((role) => (
          <Take
            key={role}
            id={id}
            roles={[role]}
            action={`Quitar ${roleWords[role]} a ${name}`}
            done={`${name} ya no está en ${roleWords[role]}`}
          />
        ))}
      <Take
        id={id}
        roles={roles}
        action={`Quitar a ${name} del equipo`}
        done={`${name} ya no está en el equipo`}
      />
    </>
  )
}

type TakeProps = { id: string; roles: TeamRole[]; action: string; done: string }

function Take({ id, roles, action, done }: TakeProps) {
  const queries = useQueryClient()
  const take = useMutation({
    mutationFn: (reason: string) =>
      api.team.takeRoles({ params: { userId: id }, body: { roles, reason } }),
    onSuccess: (answer) => {
      queries.setQueryData(['team'], answer)
      toastDone(done)
    },
  })
  return (
    <ReasonForm
      action={action}
      min={STAFF_REASON_MIN}
      max={STAFF_REASON_MAX}
      hint="Vale desde ya: cerramos sus sesiones y le avisamos. Queda en el registro."
      mutation={take}
    />
  )
}
