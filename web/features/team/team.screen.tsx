import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TeamInvitation } from '#contract/team.ts'
import { SameDevice } from '#web/domain/back-office/same-device.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { ColleagueCard } from './colleague-card.tsx'
import { InviteForm } from './invite-form.tsx'
import { rolesText } from './role-words.ts'

/** Members of the team: invite, sign, remove roles and reset second factors. */
export function Screen() {
  const query = useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => api.team.show({ signal }),
  })
  const answer = neededAnswer(query)
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

/** Invitations that wait for a second signature or for the invited person. */
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
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (act: Act) => api.team[act]({ params: { invitationId: item.id }, body: {} }),
    onSuccess: (answer, act) => {
      queries.setQueryData(['team'], answer)
      toastDone(done[act])
    },
  })
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
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4 first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">
        {item.email} · {rolesText(item.roles)}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {item.proposedBy}, {dateTime(item.proposedAt)}: {item.reason}
        {item.signedBy && ` · Firmó ${item.signedBy}`}
      </p>
      <p className="text-sm">
        {item.waitsFor === 'acceptance'
          ? `Falta que acepte, hasta el ${dateTime(item.expiresAt)}`
          : `Falta la firma de otra persona, hasta el ${dateTime(item.expiresAt)}`}
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
