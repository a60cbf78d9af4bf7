import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SWITCH_REASON_MAX, SWITCH_REASON_MIN } from '#contract/switch-list.ts'
import type { SwitchView } from '#contract/switches.ts'
import { ReasonForm } from '#web/domain/back-office/reason-form.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { switchWords } from './switch-words.ts'

/** One switch: its state, who changed it and why, and changing it with a reason. */
export function SwitchCard({ item }: { item: SwitchView }) {
  const queries = useQueryClient()
  const { title, whenOff } = switchWords[item.switch]
  const change = useMutation({
    mutationFn: (reason: string) =>
      api.switches.change({
        params: { switch: item.switch },
        body: { isOn: !item.isOn, reason },
      }),
    onSuccess: (answer) => {
      queries.setQueryData(['switches'], answer)
      toastDone(item.isOn ? `${title}: apagado` : `${title}: encendido`)
    },
  })
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
