import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock3,
  type LucideIcon,
} from 'lucide-react'
import { displayCode } from '#contract/display-code.ts'
import { cx } from '#web/ui/cx.ts'
import { Facts } from '#web/ui/facts.tsx'
import type { Region } from '#web/ui/landscape-scene.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Confirmation, Stage } from './confirmation.ts'
import { isUnusualTransaction } from './target.ts'

type Look = { title: string; Icon: LucideIcon; mark: string; region: Region }

const asked: Look = { title: 'Validando tu pago', Icon: Clock3, mark: 'text-warn', region: 'valle' }

export const looks: Record<Stage, Look> = {
  asking: asked,
  unanswered: asked,
  unseen: { ...asked, title: 'No vemos un pago todavía', Icon: CircleDashed, mark: 'text-muted' },
  bank: { ...asked, title: 'El banco confirma tu pago' },
  approved: { title: 'Listo, pago aprobado', Icon: CircleCheck, mark: 'text-ok', region: 'costa' },
  rejected: { title: 'Pago rechazado', Icon: CircleX, mark: 'text-err', region: 'paramo' },
  left: { title: 'Pago abandonado', Icon: CircleDashed, mark: 'text-muted', region: 'paramo' },
  error: {
    title: 'No pudimos confirmar el pago',
    Icon: CircleAlert,
    mark: 'text-err',
    region: 'paramo',
  },
}

type Numbers = 'reference' | 'transactionId'

type VerdictProps = {
  shown: Confirmation
  transactionId: string | null
  /** True until the first answer of the server. */
  waiting: boolean
}

/** The largest amount fits in a phone's width, also when the person doubles the text. */
const FITTING = 'text-[min(var(--text-4xl),13vw)]!'

/** Shows the state of the payment in a live region. */
export function Verdict({ shown, transactionId, waiting }: VerdictProps) {
  const { title, Icon, mark } = looks[shown.stage]
  return (
    <div className="-mt-8 grid justify-items-center gap-3 text-center">
      <span
        aria-hidden="true"
        className={cx(
          'grid size-16 place-items-center rounded-full bg-surface ring-4 ring-surface',
          mark,
        )}
      >
        {waiting ? <Spinner className="size-9" /> : <Icon className="size-12" />}
      </span>
      <div role={shown.state === 'error' ? 'alert' : 'status'} className="grid gap-2">
        <h1 className="text-2xl">{title}</h1>
        {shown.amount !== null && (
          <PesoAmount
            value={shown.amount}
            size="hero"
            className={cx(FITTING, shown.state === 'rejected' && 'text-muted')}
          />
        )}
        <p className="text-lg">{shown.message}</p>
        {shown.reason && <p className="text-muted">{shown.reason}</p>}
        {shown.stage === 'bank' && (
          <p className="text-muted">Puedes salir de esta página: te sumamos el saldo igual.</p>
        )}
        {shown.state === 'error' && isUnusualTransaction(transactionId) && (
          <p className="text-muted">
            El número de la transacción no tiene la forma usual: revisa que el enlace esté completo.
          </p>
        )}
      </div>
    </div>
  )
}

/** The numbers of the payment, which the person may need for a question. */
export function PaymentNumbers({ reference, transactionId }: Record<Numbers, string | null>) {
  if (!reference && !transactionId) return null
  return (
    <Facts
      className="tnum grid w-full gap-2 rounded-control bg-paper p-4 text-left text-sm
        [&_dd]:font-medium [&_dd]:break-all [&_dd]:select-all"
      facts={[
        ['Referencia', reference && displayCode(reference)],
        ['Transacción', transactionId],
      ]}
    />
  )
}
