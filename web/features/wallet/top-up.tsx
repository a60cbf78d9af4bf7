import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { TOPUP_MAX_PESOS, TOPUP_MIN_PESOS, TOPUP_QUICK_PESOS } from '#contract/limits.ts'
import { pesos } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { TopUpProblem } from '#web/shared/payments/top-up-problem.tsx'
import { amountAsked, amountProblem } from '#web/shared/payments/top-up-rules.ts'
import { useTopUp } from '#web/shared/payments/use-top-up.ts'
import { NEEDED_TO_WITHDRAW, WHEN_TO_WITHDRAW } from '#web/shared/withdrawals/when-to-withdraw.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'

/** Choice of the amount to top up; the payment happens at the gateway. */
export function TopUp({ user, returnTo }: { user: SessionUser; returnTo: string | null }) {
  const [search] = useSearchParams()
  const online = useOnline()
  const asked = search.get('amount')
  const [amount, setAmount] = useState(() => amountAsked(asked))
  const [shownFor, setShownFor] = useState(asked)
  // A link to this page may change `?amount=`, for example to pay a debt.
  if (asked !== shownFor) {
    setShownFor(asked)
    setAmount(amountAsked(asked))
  }
  const [checked, setChecked] = useState(false)
  const { start, leaving, error } = useTopUp(user)
  const problem = amountProblem(amount)
  const submit = () => {
    setChecked(true)
    if (amount !== null && problem === null && !leaving && online) start({ amount, returnTo })
  }
  return (
    <Card padded={false} className="p-3.5 sm:p-6">
      <h2 className="mb-2 text-lg">¿Cuánto quieres recargar?</h2>
      <Form onSend={submit} className="grid gap-2">
        {error && <TopUpProblem error={error} userId={user.id} />}
        <PesoField
          label="Monto a recargar"
          value={amount}
          onChange={setAmount}
          onBlur={() => setChecked(amount !== null)}
          error={checked ? problem : null}
          quick={TOPUP_QUICK_PESOS}
          disabled={leaving}
          name="amount"
          bare
          large
        />
        {!online && (
          <Banner tone="warn">Necesitas conexión para recargar. Tu saldo no cambia.</Banner>
        )}
        <SubmitButton {...{ amount, problem, leaving, online }} />
      </Form>
      <details className="text-sm">
        <summary
          className="flex min-h-11 cursor-pointer list-none flex-wrap items-center justify-between
            gap-x-3 [&::-webkit-details-marker]:hidden"
        >
          <span className="text-muted">Tarjeta, PSE, Nequi</span>
          <span className="font-semibold text-bosque underline underline-offset-3">
            ¿Cuándo puedo retirar?
          </span>
        </summary>
        <p>
          {WHEN_TO_WITHDRAW} {NEEDED_TO_WITHDRAW}
        </p>
        <p className="mt-2 text-muted">
          Pagas con tarjeta, PSE, Nequi o Bancolombia en la página segura de Wompi. Recargamos
          exactamente lo que pagas: mínimo {pesos(TOPUP_MIN_PESOS)}, máximo {pesos(TOPUP_MAX_PESOS)}
          .
        </p>
      </details>
    </Card>
  )
}

type SubmitProps = {
  amount: number | null
  problem: string | null
  leaving: boolean
  online: boolean
}

function SubmitButton({ amount, problem, leaving, online }: SubmitProps) {
  const tooSmall = amount === null || amount < TOPUP_MIN_PESOS
  return (
    <Button
      type="submit"
      pending={leaving}
      pendingText="Abriendo el pago…"
      disabled={problem !== null || !online}
    >
      {tooSmall ? 'Ingresa mínimo $10.000 COP' : `Recargar ${pesos(amount)}`}
    </Button>
  )
}
