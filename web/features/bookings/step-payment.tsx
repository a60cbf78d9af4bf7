import { HandCoins, Wallet } from 'lucide-react'
import type { PaymentMode } from '#contract/trips.ts'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { pesos } from '#web/lib/format.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { BookPlan } from './book-plan.ts'
import { NextBar } from './next-bar.tsx'
import { useBalance } from './use-balance.ts'

type StepPaymentProps = {
  plan: BookPlan
  onChange: (next: { mode: PaymentMode }) => void
  onNext: () => void
}

const icons = { billetera: Wallet, directo: HandCoins } as const

/** Wallet or direct payment, where the driver accepts both. */
export function StepPayment({ plan, onChange, onNext }: StepPaymentProps) {
  const balance = useBalance()
  const option = (value: PaymentMode) => {
    const Icon = icons[value]
    const inWallet = value === 'billetera' && balance.data !== undefined
    return {
      value,
      title: paymentModeWords[value].title,
      detail: paymentModeWords[value].detail,
      icon: <Icon aria-hidden="true" className="size-6 shrink-0 text-bosque" />,
      aside: inWallet ? (
        <span className="text-right text-sm text-muted">
          Saldo
          <br />
          <span className="tnum font-semibold text-ink">{pesos(balance.data)}</span>
        </span>
      ) : null,
    }
  }
  return (
    <>
      <RadioCards
        legend="Forma de pago"
        options={plan.trip.paymentModes.map(option)}
        value={plan.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}
