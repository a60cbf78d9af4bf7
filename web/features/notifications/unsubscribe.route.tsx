import { TOPICS } from '#contract/notification-topics.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { useSecretParam } from '#web/lib/secret-param.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyPage } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { topicWords } from './topic-words.ts'

export const meta = unlisted('Dejar de recibir avisos')

const TITLE = 'Avisos de Cupo'

const TEXTS = { name: 'WhatsApp y SMS', about: 'Los mensajes de Cupo a tu celular.' }

/** Landing page of the unsubscribe link. Mail programs prefetch links: only the button acts. */
export default function Unsubscribe() {
  const token = useSecretParam()
  const topic = TOPICS.find((each) => token.startsWith(`${each}.`))
  const stop = useAct(() => api.notifications.unsubscribe({ body: { token } }))
  const isText = token.startsWith('texts.')
  if (!(topic || isText) || hasCode(stop.error, 'link_invalid', 'invalid_request'))
    return <Invalid />
  const { name, about } = topic ? topicWords[topic] : TEXTS
  const what = isText ? 'mensajes a tu celular por' : 'correos de'
  return (
    <Page title={TITLE}>
      {stop.isSuccess ? (
        <CardSection title="Listo">
          <Banner tone="ok">
            No te escribiremos más {what} «{name}».
          </Banner>
          <p className="mt-4">
            Los que mueven tu dinero o cuidan tu cuenta siguen llegando.{' '}
            <Link to={paths.notificationPreferences()}>Cambiar por dónde te avisamos</Link>
          </p>
        </CardSection>
      ) : (
        <CardSection title={`¿Dejar de recibir ${what} «${name}»?`}>
          <p className="text-muted">{about} En los avisos de la app los sigues viendo.</p>
          {stop.error && (
            <Banner tone="err" className="mt-4">
              {messageOf(stop.error)}
            </Banner>
          )}
          <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <ButtonLink variant="secondary" to={paths.home()}>
              Seguir recibiéndolos
            </ButtonLink>
            <Button run={stop}>Dejar de recibirlos</Button>
          </div>
        </CardSection>
      )}
    </Page>
  )
}

function Invalid() {
  return (
    <EmptyPage
      page={TITLE}
      title="Este enlace no sirve"
      to={paths.notificationPreferences()}
      link="Elegir por dónde me avisan"
    >
      Puede que se haya copiado a medias. En tu cuenta eliges qué correos recibes.
    </EmptyPage>
  )
}
