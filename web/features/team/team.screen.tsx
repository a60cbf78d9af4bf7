import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ColleagueCard } from './colleague-card.tsx'
import { InviteForm } from './invite-form.tsx'
import { OpenInvitations } from './open-invitations.tsx'

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
