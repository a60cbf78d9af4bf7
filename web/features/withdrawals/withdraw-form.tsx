import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutAccount } from '#contract/withdrawal-accounts.ts'
import { WITHDRAWAL_MIN_PESOS } from '#contract/withdrawal-limits.ts'
import type { WithdrawalSum } from '#contract/withdrawals.ts'
import { api } from '#web/lib/api.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { dayAndTime, pesos } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { WHEN_TO_WITHDRAW } from '#web/shared/withdrawals/when-to-withdraw.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { useAct } from '#web/ui/use-act.ts'

type Accounts = Awaited<ReturnType<typeof api.withdrawals.listAccounts>>

/** Amount that can be withdrawn, its calculation, and the form to request it. */
export function WithdrawForm({ sum, accounts }: { sum: WithdrawalSum; accounts: Accounts }) {
  return (
    <CardSection title="Puedes retirar" className="grid gap-5">
      <PesoAmount value={sum.withdrawable} size="xl" />
      <Parts sum={sum} />
      <p className="text-sm text-muted">{WHEN_TO_WITHDRAW}</p>
      <Ask sum={sum} accounts={accounts} />
    </CardSection>
  )
}

function Parts({ sum }: { sum: WithdrawalSum }) {
  const { available, young, disputed, held, travelOnly, debt, leftToday, next } = sum
  const less = (value: number) => value > 0 && `− ${pesos(value)}`
  const rows: [string, string | false | null][] = [
    ['Saldo disponible', pesos(available)],
    ['Aún no se puede retirar', less(young)],
    ['En reclamo', less(disputed)],
    ['En revisión del equipo', less(held)],
    ['Solo para viajar', less(travelOnly)],
    ['Saldo pendiente por pagar', debt > 0 && pesos(debt)],
    [next ? `Desde ${dayAndTime(next.at)}` : '', next && `+ ${pesos(next.pesos)}`],
    ['Te queda del límite de hoy', pesos(leftToday)],
  ]
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <div key={term} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <dt className="text-muted">{term}</dt>
            <dd className="tnum font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Ask({ sum, accounts }: { sum: WithdrawalSum; accounts: Accounts }) {
  if (!accounts.identityVerified) {
    return (
      <Banner tone="info" title="Primero verifica tu identidad" live="off">
        Solo pagamos a cuentas a tu nombre.{' '}
        <Link to={paths.identity(paths.wallet())}>Sube tu documento</Link> y vuelve.
      </Banner>
    )
  }
  if (sum.debt > 0) {
    return (
      <Banner tone="warn" title="Tienes un saldo pendiente" live="off">
        Págalo <Link to={paths.wallet({ amount: sum.debt })}>con una recarga</Link> para volver a
        retirar.
      </Banner>
    )
  }
  if (accounts.items.length === 0) {
    return <p className="text-muted">Agrega abajo la cuenta a la que quieres retirar.</p>
  }
  return <AskForm sum={sum} items={accounts.items} />
}

function problemOf(amount: number | null, { withdrawable }: WithdrawalSum): string | null {
  if (amount === null || amount < WITHDRAWAL_MIN_PESOS) {
    return `Escribe al menos ${pesos(WITHDRAWAL_MIN_PESOS)}.`
  }
  return amount > withdrawable ? `Puedes retirar hasta ${pesos(withdrawable)}.` : null
}

function useAsk(done: () => void) {
  const queries = useQueryClient()
  const { refreshBalance } = useAuth()
  return useAct(
    (body: { amount: number; accountId: string }) =>
      sendConfirmed('withdraw', body, (idempotencyKey) =>
        api.withdrawals.create({ body, idempotencyKey }),
      ),
    {
      done: 'Pediste tu retiro. Te avisamos en cada paso.',
      onDone: done,
      refresh: () =>
        Promise.all([queries.invalidateQueries({ queryKey: ['withdrawals'] }), refreshBalance()]),
    },
  )
}

function AskForm({ sum, items }: { sum: WithdrawalSum; items: readonly PayoutAccount[] }) {
  const online = useOnline()
  const usable = items.filter((each) => each.usable)
  const [chosen, setChosen] = useState(usable[0]?.id ?? null)
  const [amount, setAmount] = useState<number | null>(null)
  const [checked, setChecked] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const ask = useAsk(() => {
    setConfirming(false)
    setAmount(null)
    setChecked(false)
  })
  const problem = problemOf(amount, sum)
  const account = usable.find(({ id }) => id === chosen)
  const submit = () => {
    setChecked(true)
    if (problem === null && account && online) setConfirming(true)
  }
  return (
    <Form onSend={submit} className="grid gap-5">
      <PesoField
        label="Monto a retirar"
        hint={`Mínimo ${pesos(WITHDRAWAL_MIN_PESOS)}. No te cobramos por retirar.`}
        value={amount}
        onChange={setAmount}
        onBlur={() => setChecked(amount !== null)}
        error={checked ? problem : null}
        name="amount"
        large
      />
      <AccountChoice items={items} chosen={chosen} onChange={setChosen} />
      {checked && !account && <Banner tone="err">Elige una cuenta que ya se pueda usar.</Banner>}
      {!online && <Banner tone="warn">Necesitas conexión para retirar.</Banner>}
      <Button type="submit">Revisar el retiro</Button>
      <ConfirmDialog
        open={confirming}
        title={`Retirar ${pesos(amount ?? 0)}`}
        confirm="Pedir el retiro"
        keep="Volver"
        pending={ask.isPending}
        onKeep={() => setConfirming(false)}
        onConfirm={() => account && ask.mutate({ amount: amount ?? 0, accountId: account.id })}
      >
        <dl className="grid gap-2">
          <Row term="A" value={`${account?.title} ${account?.masked}`} />
          <Row term="Titular" value={account?.holder ?? ''} />
          <Row term="Costo" value={pesos(0)} />
          <Row
            term="Cuándo llega"
            value="Una persona lo revisa; luego, de hoy a dos días hábiles"
          />
        </dl>
        <ErrorBanner error={ask.error} />
      </ConfirmDialog>
    </Form>
  )
}

type ChoiceProps = {
  items: readonly PayoutAccount[]
  chosen: string | null
  onChange: (id: string) => void
}

function AccountChoice({ items, chosen, onChange }: ChoiceProps) {
  return (
    <RadioCards
      legend="¿A qué cuenta?"
      value={chosen}
      onChange={onChange}
      options={items.map(({ id, title, masked, holder, usable, waits, usableFrom }) => ({
        value: id,
        title: `${title} ${masked}`,
        detail: holder,
        ...(usable ? {} : { disabledReason: reasonOf(waits, usableFrom) }),
      }))}
    />
  )
}

function reasonOf(waits: boolean, usableFrom: string): string {
  if (waits) return `La puedes usar desde ${dayAndTime(usableFrom)}`
  return 'Cambiaste tu documento: agrégala de nuevo'
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </div>
  )
}
