import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { PayoutAccounts } from './payout-accounts.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { statusWords } from './withdrawal-words.ts'

export const meta = unlisted('Retirar')

/** Withdrawal screen: amount, account, and state of earlier withdrawals. */
export default function Withdraw() {
  const accounts = useRead(withdrawalKeys.accounts(), (signal) =>
    api.withdrawals.listAccounts({ signal }),
  )
  const first = useRead(withdrawalKeys.list(1), (signal) =>
    api.withdrawals.list({ query: { page: 1 }, signal }),
  )
  const [owned, listed] = [accounts.data, first.data]
  return (
    <Page title="Retirar" lead="De tu billetera a una cuenta a tu nombre.">
      {owned && listed ? (
        <>
          <WithdrawForm sum={listed.sum} accounts={owned} />
          <PayoutAccounts accounts={owned} />
          <WithdrawalHistory />
          <YearStatement />
        </>
      ) : (
        <QueryState query={owned ? first : accounts} what="tus retiros" rows={3} rowClass="h-40" />
      )}
    </Page>
  )
}

/** Number of years to choose from: the current one and the four before. */
const YEARS = 5

/** Statement of a calendar year's money in and out, as a PDF. */
function YearStatement() {
  const now = Number(today().slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, back) => String(now - back))
  const [year, setYear] = useState(String(now))
  const load = useAct(async () =>
    saveFile(await api.withdrawals.statement({ query: { year } }), `cupo-${year}.pdf`),
  )
  return (
    <CardSection title="Extracto anual" className="grid gap-4">
      <Select
        label="Año"
        options={years.map((value) => ({ value, label: value }))}
        value={year}
        onChange={(event) => setYear(event.target.value)}
      />
      <Button variant="secondary" run={load}>
        Descargar el extracto de {year}
      </Button>
      <ErrorBanner error={load.error} />
    </CardSection>
  )
}

const REFRESH_MS = 20_000

/** The person's withdrawals with their states; polls while one is open. */
function WithdrawalHistory() {
  const [answer, pager] = usePages(
    withdrawalKeys.list,
    (query, signal) => api.withdrawals.list({ query, signal }),
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ closedAt }) => closedAt === null) ? REFRESH_MS : false,
    },
  )
  const { data } = answer
  return (
    <CardSection title="Tus retiros">
      {!data && <QueryState query={answer} what="tus retiros" rows={2} rowClass="h-24" />}
      {data?.items.length === 0 && <p className="text-muted">Aquí ves tus retiros y en qué van.</p>}
      {data && data.items.length > 0 && (
        <ul className="grid divide-y divide-line">
          {data.items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      <Pager {...pager} of="retiros" />
    </CardSection>
  )
}

function Row({ item }: { item: Withdrawal }) {
  const { word, tone } = statusWords[item.status]
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PesoAmount value={item.amount} />
        <StatusPill tone={tone}>{word}</StatusPill>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {item.account.title} {item.account.masked} · {dateTime(item.createdAt)} · {item.reference}
      </p>
      {item.reason && (
        <p className="wrap-anywhere">{item.reason} El dinero volvió a tu billetera.</p>
      )}
      <Actions item={item} />
    </li>
  )
}

function Actions({ item }: { item: Withdrawal }) {
  const queries = useQueryClient()
  const { refreshBalance } = useAuth()
  const params = { withdrawalId: item.id }
  const cancel = useAct(() => api.withdrawals.cancel({ params, body: {} }), {
    done: 'Cancelaste el retiro. El dinero volvió a tu billetera.',
    refresh: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['withdrawals'] }), refreshBalance()]),
  })
  const load = useAct(async () =>
    saveFile(await api.withdrawals.receipt({ params }), `${item.reference}.pdf`),
  )
  const button = (action: typeof cancel | typeof load, word: string) => (
    <Button
      variant="secondary"
      size="sm"
      className="justify-self-start"
      aria-label={`${word} ${item.reference}`}
      run={action}
    >
      {word}
    </Button>
  )
  return (
    <>
      {item.can.cancel && button(cancel, 'Cancelar el retiro')}
      {item.status === 'paid' && button(load, 'Descargar comprobante')}
      <ErrorBanner error={cancel.error ?? load.error} />
    </>
  )
}
