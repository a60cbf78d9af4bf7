import type { Colleague, TeamInvitation, TeamRole } from '#contract/team.ts'
import { STAFF_REASON_MAX, STAFF_REASON_MIN } from '#contract/team-limits.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, plural } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { ReasonForm } from '#web/shared/desk/back-office/reason-form.tsx'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { InviteForm } from './invite-form.tsx'
import { rolesText, roleWords } from './role-words.ts'

/** Members of the team: invite, sign, remove roles and reset second factors. */
export function Screen() {
  const answer = useNeeded(['team'], (signal) => api.team.show({ signal }))
  return (
    <Page title="El equipo" lead="Quién trabaja en Cupo y cómo confirma su entrada." width="page">
      {!answer && <SkeletonList rows={4} rowClass="h-40" />}
      {answer && <OpenInvitations invitations={answer.invitations} />}
      {answer && <InviteForm />}
      {answer?.people.map((person) => (
        <ColleagueCard key={person.id} person={person} />
      ))}
    </Page>
  )
}

function OpenInvitations({ invitations }: { invitations: readonly TeamInvitation[] }) {
  if (invitations.length === 0) return null
  return (
    <CardSection title="Invitaciones abiertas">
      <ul className="grid divide-y divide-line">
        {invitations.map((item) => (
          <Invitation key={item.id} item={item} />
        ))}
      </ul>
    </CardSection>
  )
}

type Act = 'sign' | 'close'

const done: Record<Act, string> = {
  sign: 'Firmada: la invitación va en camino',
  close: 'Invitación cerrada',
}

function Invitation({ item }: { item: TeamInvitation }) {
  const decide = useAct(
    (act: Act) => api.team[act]({ params: { invitationId: item.id }, body: {} }),
    { shows: ['team'], done: (_, act) => done[act] },
  )
  const act = (which: Act, word: string) => (
    <Button
      variant={which === 'sign' ? 'primary' : 'secondary'}
      aria-label={`${word} la invitación de ${item.email}`}
      pending={decide.isPending && decide.variables === which}
      onClick={() => decide.mutate(which)}
    >
      {word}
    </Button>
  )
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">
        {item.email} · {rolesText(item.roles)}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {item.proposedBy}, {dateTime(item.proposedAt)}: {item.reason}
        {item.signedBy && ` · Firmó ${item.signedBy}`}
      </p>
      <p className="text-sm">
        {item.waitsFor === 'acceptance'
          ? `Falta que acepte, hasta ${dayAndTime(item.expiresAt)}`
          : `Falta la firma de otra persona, hasta ${dayAndTime(item.expiresAt)}`}
      </p>
      {item.can.sign && item.sameDevice && <SameDevice by={item.proposedBy} />}
      <ErrorBanner error={decide.error} />
      <div className="flex flex-wrap gap-3">
        {item.can.sign && act('sign', 'Firmar')}
        {item.can.close && act('close', 'Cerrar')}
      </div>
    </li>
  )
}

function ColleagueCard({ person }: { person: Colleague }) {
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
      <div className="grid gap-3 wrap-anywhere">
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
  const reset = useAct(
    (reason: string) => api.secondFactor.reset({ params: { userId: id }, body: { reason } }),
    { done: `${name} vuelve a elegir su segundo paso`, refresh: [['team']] },
  )
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
  const take = useAct(
    (reason: string) => api.team.takeRoles({ params: { userId: id }, body: { roles, reason } }),
    { shows: ['team'], done },
  )
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
