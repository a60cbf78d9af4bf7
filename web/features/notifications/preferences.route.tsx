import { ChevronDown } from 'lucide-react'
import type { Channel, Topic } from '#contract/notification-topics.ts'
import type { Preferences } from '#contract/notifications.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import {
  useChoose,
  usePreferences,
  usePush,
  useResumeMail,
} from '#web/shared/notifications/use-preferences.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { topicGroups, topicWords } from './topic-words.ts'

export const meta = unlisted('Por dónde te avisamos')

export default function PreferencesScreen() {
  const preferences = neededAnswer(usePreferences())
  return (
    <Page
      title="Por dónde te avisamos"
      lead="En la lista de avisos de la app siempre queda todo."
      actions={<Link to={paths.notifications()}>Ver mis avisos</Link>}
    >
      {preferences ? <Choices {...preferences} /> : <SkeletonList rows={4} rowClass="h-48" />}
      {preferences && <CalendarCard />}
    </Page>
  )
}

const channelNames: Record<Channel, string> = {
  mail: 'Correo',
  push: 'Celular o navegador',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
}

function Choices({ preferences, pushKey, pushHere, whatsapp, sms, mailBounces }: Preferences) {
  const choose = useChoose()
  const offered: Record<Channel, boolean> = { mail: true, push: pushKey !== null, whatsapp, sms }
  // While a change is being saved, what the person chose is shown.
  const asked = choose.isPending ? choose.variables : []
  const shown = preferences
    .filter(({ channel }) => offered[channel])
    .map((each) => ({ ...each, ...asked.find(sameAs(each)) }))
  return (
    <>
      {mailBounces && <MailBounces address={mailBounces.address} />}
      {pushKey !== null && <ThisDevice pushKey={pushKey} pushHere={pushHere} />}
      <Banner tone="info" live="off">
        Los correos de tu dinero y de tu seguridad llegan siempre. De noche, de 9 p. m. a 6 a. m.,
        tu celular no suena salvo que viajes ese día o sea uno de esos.
        {(whatsapp || sms) &&
          ' Lo urgente de tu viaje llega desde el día antes por WhatsApp o SMS.'}
      </Banner>
      <ErrorBanner error={choose.error} />
      {topicGroups.map(({ name, topics }) => (
        <Group
          key={name}
          name={name}
          choices={shown.filter(({ topic }) => topics.includes(topic))}
          onChoose={(chosen) => choose.mutate(chosen)}
        />
      ))}
    </>
  )
}

type Choice = { topic: Topic; channel: Channel; enabled: boolean }
const sameAs = (one: Choice) => (other: Choice) =>
  one.topic === other.topic && one.channel === other.channel

type GroupProps = {
  name: string
  choices: Preferences['preferences']
  onChoose(chosen: Choice[]): void
}

/** One switch for a group, and one for each topic and channel behind "Más". */
function Group({ name, choices, onChoose }: GroupProps) {
  const free = choices.filter(({ fixed }) => !fixed)
  const names = choices.filter(({ enabled }) => enabled).map(({ channel }) => channelNames[channel])
  return (
    <CardSection title={name}>
      <Switch
        label="Avisarme"
        aria-label={`${name}: avisarme`}
        hint={[...new Set(names)].join(' · ') || 'Solo en la lista de la app'}
        checked={free.some(({ enabled }) => enabled)}
        onChange={({ target: { checked } }) =>
          onChoose(free.map((each) => ({ ...chosenOf(each), enabled: checked && atFirst(each) })))
        }
      />
      <details className="group/more">
        <summary className="flex min-h-12 items-center gap-2 font-semibold text-bosque">
          Más
          <ChevronDown className="size-5 group-open/more:rotate-180" />
        </summary>
        {[...groupBy(choices, ({ topic }) => topic)].map(([topic, channels]) => (
          // A legend in closed details names nothing.
          <section key={topic} aria-label={topicWords[topic].name} className="mt-3">
            <p className="font-semibold">{topicWords[topic].name}</p>
            <p className="text-muted">{topicWords[topic].about}</p>
            {channels.map(({ fixed, ...choice }) => (
              <Switch
                key={choice.channel}
                label={channelNames[choice.channel]}
                {...(fixed ? { hint: 'Siempre llega.' } : {})}
                aria-label={`${topicWords[topic].name}: ${channelNames[choice.channel]}`}
                checked={choice.enabled}
                disabled={fixed}
                onChange={(event) => onChoose([{ ...choice, enabled: event.target.checked }])}
              />
            ))}
          </section>
        ))}
      </details>
    </CardSection>
  )
}

const chosenOf = ({ topic, channel }: Choice) => ({ topic, channel })
/** What a group turns on: mail and push, and texts only for changes of the travel. */
const atFirst = ({ topic, channel }: Choice) =>
  channel === 'mail' || channel === 'push' || topic === 'travel'

function MailBounces({ address }: { address: string }) {
  const resume = useResumeMail()
  return (
    <Banner
      tone="warn"
      live="off"
      title="Tu correo rebota"
      action={
        <Button variant="secondary" size="sm" run={resume}>
          Ya recibe: vuelvan a escribirme
        </Button>
      }
    >
      <p>
        No escribimos a <strong className="break-all">{address}</strong>: su servidor dice que no
        existe, o apagaste su reenvío en tu cuenta de Apple.{' '}
        <Link to={paths.profile('correo')}>Corregir mi correo</Link>
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
          pending={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
        />
      )}
      <ErrorBanner error={error} />
    </CardSection>
  )
}
