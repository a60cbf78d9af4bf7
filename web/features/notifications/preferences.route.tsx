import type { Channel, Topic } from '#contract/notification-topics.ts'
import type { Preferences } from '#contract/notifications.ts'
import {
  useChoose,
  usePreferences,
  usePush,
  useResumeMail,
} from '#web/domain/notifications/use-preferences.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { topicWords } from './topic-words.ts'

export function meta() {
  return [{ title: titled('Por dónde te avisamos') }, { name: 'robots', content: 'noindex' }]
}

export default function PreferencesScreen() {
  const preferences = neededAnswer(usePreferences())
  return (
    <Page
      title="Por dónde te avisamos"
      lead="En la lista de avisos de la app siempre queda todo."
      actions={<Link to={paths.notifications()}>Ver mis avisos</Link>}
    >
      {preferences ? <Choices {...preferences} /> : <SkeletonList rows={4} rowClass="h-48" />}
    </Page>
  )
}

const channelNames: Record<Channel, string> = {
  mail: 'Correo',
  push: 'En este dispositivo',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
}

function Choices({ preferences, pushKey, pushHere, whatsapp, sms, mailBounces }: Preferences) {
  const choose = useChoose()
  const offered: Record<Channel, boolean> = { mail: true, push: pushKey !== null, whatsapp, sms }
  const byTopic = groupBy(
    preferences.filter(({ channel }) => offered[channel]),
    ({ topic }) => topic,
  )
  return (
    <>
      {mailBounces && <MailBounces address={mailBounces.address} />}
      {pushKey !== null && <ThisDevice pushKey={pushKey} pushHere={pushHere} />}
      <Banner tone="info" live="off">
        Los correos de tu dinero y de tu seguridad llegan siempre. De noche, de 9 p. m. a 7 a. m.,
        tu celular no suena salvo que viajes ese día o sea uno de esos.
      </Banner>
      <ErrorBanner error={choose.error} />
      {[...byTopic].map(([topic, channels]) => (
        <CardSection key={topic} title={topicWords[topic].name}>
          <p className="-mt-2 mb-2 text-muted">{topicWords[topic].about}</p>
          {channels.map(({ channel, enabled, fixed }) => (
            <Switch
              key={channel}
              label={nameOf(channel)}
              {...(fixed ? { hint: 'Siempre llega.' } : {})}
              aria-label={`${topicWords[topic].name}: ${nameOf(channel)}`}
              checked={shownAs(choose.variables, { topic, channel, enabled }, choose.isPending)}
              disabled={fixed}
              onChange={(event) => choose.mutate({ topic, channel, enabled: event.target.checked })}
            />
          ))}
        </CardSection>
      ))}
    </>
  )
}

const nameOf = (channel: Channel) =>
  channel === 'push' ? 'Celular o navegador' : channelNames[channel]

type Choice = { topic: Topic; channel: Channel; enabled: boolean }

/** State of the switch: while a change is being saved, the state that the person chose. */
function shownAs(asked: Choice | undefined, stored: Choice, pending: boolean): boolean {
  const isAsked = asked?.topic === stored.topic && asked.channel === stored.channel
  return pending && isAsked ? asked.enabled : stored.enabled
}

function MailBounces({ address }: { address: string }) {
  const resume = useResumeMail()
  return (
    <Banner
      tone="warn"
      live="off"
      title="Tu correo rebota"
      action={
        <Button
          variant="secondary"
          size="sm"
          pending={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Ya recibe: vuelvan a escribirme
        </Button>
      }
    >
      <p>
        No escribimos a <strong className="break-all">{address}</strong>: su servidor dice que no
        existe, o apagaste su reenvío en tu cuenta de Apple.{' '}
        <Link to={paths.profile()}>Corregir mi correo</Link>
      </p>
      {resume.error && <p className="mt-2 font-semibold">{messageOf(resume.error)}</p>}
    </Banner>
  )
}

function ThisDevice(here: { pushKey: string; pushHere: boolean }) {
  const { state, change } = usePush(here)
  const error = change.error ? messageOf(change.error) : null
  return (
    <CardSection title="Este dispositivo">
      {state === 'unsupported' && (
        <p className="text-muted">
          Este navegador no recibe avisos. En iPhone, instala Cupo en la pantalla de inicio.
        </p>
      )}
      {state === 'refused' && (
        <p className="text-muted">
          Bloqueaste los avisos de Cupo en este navegador. Permítelos en la configuración del sitio
          y vuelve aquí.
        </p>
      )}
      {(state === 'off' || state === 'on') && (
        <Switch
          label="Recibir avisos aquí"
          hint="Al instante, aunque Cupo esté cerrado. Terminan al cerrar sesión."
          checked={change.isPending ? change.variables : state === 'on'}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
        />
      )}
      {error && <Banner tone="err">{error}</Banner>}
    </CardSection>
  )
}
