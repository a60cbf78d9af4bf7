import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawalKeys } from '#web/domain/withdrawals/withdrawal-links.ts'
import { api } from '#web/lib/api.ts'
import { today } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PayoutAccounts } from './payout-accounts.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalHistory } from './withdrawal-history.tsx'

export const meta = () => [{ title: 'Retirar · Cupo' }, { name: 'robots', content: 'noindex' }]

/** Withdrawal screen: amount, account, and state of earlier withdrawals. */
export default function Withdraw() {
  const accounts = useQuery({
    queryKey: withdrawalKeys.accounts(),
    queryFn: ({ signal }) => api.withdrawals.listAccounts({ signal }),
  })
  const first = useQuery({
    queryKey: withdrawalKeys.list(1),
    queryFn: ({ signal }) => api.withdrawals.list({ query: { page: 1 }, signal }),
  })
  const [owned, listed] = [accounts.data, first.data]
  const failed = accounts.error ?? first.error
  const reload = () => void Promise.all([accounts.refetch(), first.refetch()])
  return (
    <Page title="Retirar" lead="De tu billetera a una cuenta a tu nombre.">
      {owned && listed ? (
        <>
          <WithdrawForm sum={listed.sum} accounts={owned} />
          <PayoutAccounts accounts={owned} />
          <WithdrawalHistory />
          <YearStatement />
        </>
      ) : failed ? (
        <LoadFailed
          what="tus retiros"
          error={failed}
          onRetry={reload}
          retrying={accounts.isFetching || first.isFetching}
        />
      ) : (
        <SkeletonList rows={3} rowClass="h-40" />
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
  const load = useMutation({
    mutationFn: async () =>
      saveFile(await api.withdrawals.statement({ query: { year } }), `cupo-${year}.pdf`),
  })
  return (
    <CardSection title="Extracto anual">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Select
          label="Año"
          options={years.map((value) => ({ value, label: value }))}
          value={year}
          onChange={(event) => setYear(event.target.value)}
        />
        <Button variant="secondary" pending={load.isPending} onClick={() => load.mutate()}>
          Descargar el extracto de {year}
        </Button>
        <ErrorBanner error={load.error} />
      </div>
    </CardSection>
  )
}
