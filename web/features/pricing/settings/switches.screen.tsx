import type { SwitchView } from '#contract/settings.ts'
import { SWITCH_REASON_MAX, SWITCH_REASON_MIN, type Switch } from '#contract/switch-list.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { ReasonForm } from '#web/shared/desk/back-office/reason-form.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** Features that the team can switch off without a release. */
export function Screen() {
  const answer = useNeeded(['switches'], (signal) => api.settings.listSwitches({ signal }))
  return (
    <Page
      title="Interruptores"
      lead="Apaga una parte de Cupo cuando algo falla. Vale en segundos, y lo empezado se termina."
      width="page"
    >
      {!answer && <SkeletonList rows={4} rowClass="h-40" />}
      {answer?.switches.map((item) => (
        <SwitchCard key={item.switch} item={item} />
      ))}
    </Page>
  )
}

/** Title of each switch, and what happens while it is off. */
const switchWords: Record<Switch, { title: string; whenOff: string }> = {
  withdrawals: {
    title: 'Retiros',
    whenOff: 'Nadie puede pedir un retiro. Los que ya se pidieron se pagan.',
  },
  top_ups: {
    title: 'Recargas',
    whenOff: 'Nadie puede empezar una recarga. Las que ya se pagan en la pasarela se acreditan.',
  },
  publishing: {
    title: 'Publicar viajes',
    whenOff: 'No se publican viajes, tampoco los que se repiten. Los publicados siguen a la venta.',
  },
  sign_ups: {
    title: 'Cuentas nuevas',
    whenOff: 'Nadie puede crear una cuenta. Quien ya tiene una entra como siempre.',
  },
  ride_requests: {
    title: 'Pedir cupo',
    whenOff: 'Nadie puede publicar que busca cupo. Los pedidos que hay siguen abiertos.',
  },
  questions: {
    title: 'Preguntar antes de reservar',
    whenOff: 'No se abren conversaciones sin reserva. Las que hay siguen.',
  },
  push: {
    title: 'Avisos al teléfono',
    whenOff:
      'No salen avisos push: esperan, y vencen a su hora. La lista de avisos y los correos siguen.',
  },
}

function SwitchCard({ item }: { item: SwitchView }) {
  const { title, whenOff } = switchWords[item.switch]
  const change = useAct(
    (reason: string) =>
      api.settings.changeSwitch({
        params: { switch: item.switch },
        body: { isOn: !item.isOn, reason },
      }),
    { shows: ['switches'], done: item.isOn ? `${title}: apagado` : `${title}: encendido` },
  )
  const word = item.isOn ? 'Apagar' : 'Encender'
  return (
    <CardSection
      title={title}
      aside={
        <StatusPill tone={item.isOn ? 'ok' : 'err'}>
          {item.isOn ? 'Encendido' : 'Apagado'}
        </StatusPill>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">Apagado: {whenOff}</p>
        <Changes item={item} />
        <ReasonForm
          key={String(item.isOn)}
          action={`${word} ${title.toLowerCase()}`}
          min={SWITCH_REASON_MIN}
          max={SWITCH_REASON_MAX}
          hint="Queda en el registro con tu nombre."
          mutation={change}
        />
      </div>
    </CardSection>
  )
}

function Changes({ item: { changes } }: { item: SwitchView }) {
  if (changes.length === 0) {
    return <p className="text-sm text-muted">Siempre ha estado encendido.</p>
  }
  return (
    <ul className="grid gap-2">
      {changes.map(({ id, isOn, at, by, reason }) => (
        <li key={id} className="wrap-anywhere">
          <p>
            {isOn ? 'Encendido' : 'Apagado'} por <span className="font-semibold">{by}</span>
          </p>
          <p>{reason}</p>
          <p className="tnum text-sm text-muted">{dateTime(at)}</p>
        </li>
      ))}
    </ul>
  )
}
