import { useQuery } from '@tanstack/react-query'
import { withdrawalKeys } from '#web/domain/withdrawals/withdrawal-links.ts'
import { api } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PayoutAccounts } from './payout-accounts.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalHistory } from './withdrawal-history.tsx'
import { YearStatement } from './year-statement.tsx'

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
