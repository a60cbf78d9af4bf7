import { useEffect } from 'react'
import { useParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { keepInvite } from '#web/shared/rewards/invite-memory.ts'
import { rewardKeys, rewardPaths } from '#web/shared/rewards/reward-links.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyPage } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { points } from './reward-words.ts'

export const meta = () => [{ title: 'Te invitan a Cupo' }, { name: 'robots', content: 'noindex' }]

/** Page for an invited friend: stores the code in this browser until the sign-up. */
export default function Invitation() {
  const { code = '' } = useParams()
  const answer = useRead(rewardKeys.invitation(code), (signal) =>
    api.referrals.ofCode({ params: { code }, signal }),
  )
  const { data } = answer
  useEffect(() => {
    if (data) keepInvite(code.toUpperCase())
  }, [code, data])
  if (data) return <Invited {...data} />
  if (hasCode(answer.error, 'referral_code_unknown', 'invalid_request')) return <Unknown />
  return (
    <Page title="Te invitan a Cupo">
      <QueryState query={answer} what="la invitación" rows={1} rowClass="h-48" />
    </Page>
  )
}

function Invited({ name, friendPoints }: { name: string; friendPoints: number }) {
  const { user } = useAuth()
  return (
    <Page title={`${name} te invita a Cupo`}>
      <Card className="grid gap-4">
        <p className="text-lg">
          Viaja entre ciudades compartiendo el carro y los gastos. Cuando completes tu primer viaje
          ganas {points(friendPoints)}.
        </p>
        {user ? (
          <>
            <p className="text-muted">
              Ya tienes cuenta: la invitación solo sirve si es nueva y aún no has viajado.
            </p>
            <ButtonLink to={rewardPaths.invite} className="justify-self-start">
              Seguir
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to={paths.signup(rewardPaths.invite)} className="justify-self-start">
            Crear cuenta
          </ButtonLink>
        )}
      </Card>
    </Page>
  )
}

function Unknown() {
  return (
    <EmptyPage
      page="Te invitan a Cupo"
      title="No encontramos esa invitación"
      to={paths.signup()}
      link="Crear cuenta"
    >
      Puede que el enlace esté incompleto. Pídelo de nuevo a quien te invitó.
    </EmptyPage>
  )
}
