import { useEffect } from 'react'
import type { MailedAlert } from '#contract/alerts.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useMailedAlert } from './use-alerts.ts'
import { daysText } from './wanted-draft.ts'

/** Landing page of an alert's mail. Mail programs prefetch links, so only the button acts. */
export function FromMail({ token }: { token: string }) {
  const { shown, stop } = useMailedAlert(token)
  // The token must not stay in the history.
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  if (hasCode(shown.error, 'link_invalid', 'invalid_request')) return <Invalid />
  return (
    <Page title="Avisos por correo">
      <QueryState query={shown} what="esta alerta" rows={1} rowClass="h-48" />
      {shown.data?.alert.status === 'active' && (
        <Ask
          alert={shown.data.alert}
          onStop={() => stop.mutate()}
          pending={stop.isPending}
          error={stop.error}
        />
      )}
      {shown.data?.alert.status === 'stopped' && <Stopped alert={shown.data.alert} />}
    </Page>
  )
}

const routeOf = ({ from, to }: MailedAlert) => `${from.name} → ${to.name}`

type AskProps = { alert: MailedAlert; onStop: () => void; pending: boolean; error: unknown }

function Ask({ alert, onStop, pending, error }: AskProps) {
  return (
    <CardSection title="¿Dejar de recibir estos avisos?">
      <p className="font-semibold">{routeOf(alert)}</p>
      <p className="text-muted">{daysText(alert)}</p>
      {error !== null && (
        <Banner tone="err" className="mt-4">
          {messageOf(error)}
        </Banner>
      )}
      <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonLink variant="secondary" to={paths.search()}>
          Conservar la alerta
        </ButtonLink>
        <Button pending={pending} onClick={onStop}>
          Dejar de recibirlos
        </Button>
      </div>
    </CardSection>
  )
}

function Stopped({ alert }: { alert: MailedAlert }) {
  return (
    <CardSection title="Esta alerta está apagada">
      <Banner tone="ok">
        No te escribiremos más por el camino {routeOf(alert)}. Tus reservas no cambian.
      </Banner>
      <p className="mt-4">
        ¿Fue sin querer? <Link to={paths.alerts()}>Enciéndela de nuevo en tus alertas</Link>.
      </p>
    </CardSection>
  )
}

function Invalid() {
  return (
    <Page title="Avisos por correo">
      <EmptyState
        region="paramo"
        title="Este enlace no sirve"
        action={<ButtonLink to={paths.alerts()}>Ver mis alertas</ButtonLink>}
      >
        Puede que se haya copiado a medias. En tus alertas puedes apagar la que quieras.
      </EmptyState>
    </Page>
  )
}
