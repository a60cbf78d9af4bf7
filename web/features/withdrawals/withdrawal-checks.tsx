import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { QueuedWithdrawal, UnusualSign } from '#contract/withdrawals.ts'
import { dateShort } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type Check = 'name' | 'account' | 'device' | 'history'

const signs: Record<UnusualSign, readonly [Check, string]> = {
  names_differ: ['name', 'El titular de la cuenta no coincide con el nombre verificado.'],
  entered_by_team: ['name', 'La cuenta de Cupo está cerrada: titular y cuenta los puso el equipo.'],
  account_shared: ['account', 'Otra persona tiene esta misma cuenta.'],
  account_new: ['account', 'Agregó la cuenta en los 7 días antes de pedirlo.'],
  device_shared: ['device', 'Otra persona usó uno de sus dispositivos.'],
  device_new: ['device', 'Entró desde un dispositivo nuevo en los 3 días antes de pedirlo.'],
  person_new: ['history', 'Llevaba menos de 30 días en Cupo.'],
  no_trips: ['history', 'No ha terminado ningún viaje.'],
  none_paid: ['history', 'Es el primero: nunca le hemos pagado un retiro.'],
  larger: ['history', 'Es más del doble de su retiro pagado más alto.'],
  last_returned: ['history', 'Su retiro anterior no llegó o no se aprobó.'],
}

const fine: Record<Check, (owner: QueuedWithdrawal['owner']) => string> = {
  name: () => 'El titular de la cuenta es su nombre verificado.',
  account: ({ accountSince }) =>
    `La cuenta está desde el ${dateShort(accountSince)}, y nadie más la tiene.`,
  device: () => 'No entró desde un dispositivo nuevo, ni comparte ninguno.',
  history: () => 'Ya le pagamos otros retiros, y este no se sale de lo suyo.',
}

const CHECKS = Object.keys(fine) as Check[]

/** The checks with what was found; what needs eyes first. */
function checksOf({ unusual, owner }: QueuedWithdrawal) {
  const all = CHECKS.map((check) => {
    const found = unusual.flatMap((sign) => (signs[sign][0] === check ? signs[sign][1] : []))
    const isUnknown = check === 'device' && owner.devices.count === 0
    const words = isUnknown ? [...found, 'No conocemos ningún dispositivo suyo.'] : found
    return { check, isFine: words.length === 0, words: words.length ? words : [fine[check](owner)] }
  })
  return all.sort((a, b) => Number(a.isFine) - Number(b.isFine))
}

/** What was compared about a withdrawal before its signature, each in words with a mark. */
export function WithdrawalChecks({ item }: { item: QueuedWithdrawal }) {
  return (
    <ul aria-label="Comprobaciones" className="divide-y divide-line rounded-card bg-surface px-4">
      {checksOf(item).map(({ check, isFine, words }) => {
        const Icon = isFine ? CircleCheck : TriangleAlert
        return (
          <li key={check} className="flex items-start gap-3 py-2">
            <Icon
              role="img"
              aria-label={isFine ? 'Bien' : 'Mira esto'}
              className={cx('mt-0.5 size-5 shrink-0', isFine ? 'text-ok' : 'text-warn')}
            />
            <span className={cx('min-w-0 wrap-anywhere', !isFine && 'font-semibold')}>
              {words.join(' ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
